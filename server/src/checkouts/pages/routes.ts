import formbody from '@fastify/formbody';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Clock } from '../../clock.ts';
import type { Config } from '../../config.ts';
import type { Database } from '../../database/database.ts';
import { ApiError, badRequest, notFound } from '../../http/errors.ts';
import { answerErrorsWithPages, sendPage } from '../../http/page.ts';
import type { PaymentMethod, PaymentProvider } from '../../payments/provider.ts';
import { parsePublicId, publicId } from '../../public-id.ts';
import type { Uuid } from '../../uuid.ts';
import { applyPromoCode } from '../apply-promo-code.ts';
import { type Checkout, checkoutCode, parseCheckoutCode, statusAt, totalCentavos } from '../checkout.ts';
import { readSession } from '../payment/follow-payments.ts';
import { confirmFreeCheckout } from '../payment/fulfil-payment.ts';
import { findAttempt, listAttemptsUnderWay } from '../payment/queries.ts';
import { settleAttempt } from '../payment/settle-attempt.ts';
import { startPayment } from '../payment/start-payment.ts';
import { findPurchase, findRefundReason, getCheckout, getEventOfPage } from '../queries.ts';
import { confirmingPage, endedPage, openPage, processingPage } from './checkout-page.ts';

interface PageOptions {
  config: Config;
  db: Database;
  clock: Clock;
  provider: PaymentProvider;
  publicUrl: () => string;
}

/**
 * The hosted page. `checkout_id` in its address is the buyer's only key, and the page keeps no cookie, so there is
 * nothing for another site's form to abuse.
 */
export async function checkoutPages(app: FastifyInstance, { config, db, clock, provider, publicUrl }: PageOptions) {
  const { checkoutHoldSeconds: holdSeconds } = config;
  await app.register(formbody);
  answerErrorsWithPages(app);

  async function checkoutOf(code: string): Promise<Checkout> {
    const parsed = parseCheckoutCode(code);
    if (!parsed) throw notFound('Checkout');
    return getCheckout(db, parsed.organizationId, parsed.id);
  }

  app.get<{ Params: { code: string } }>('/c/:code', async ({ params }, reply) => {
    const checkout = await checkoutOf(params.code);
    const { organizationId, id } = checkout;
    const now = clock.now();
    const event = await getEventOfPage(db, checkout);
    switch (statusAt(checkout, now)) {
      case 'completed':
        return toSuccess(db, checkout, reply);
      case 'processing': {
        const [payment] = await listAttemptsUnderWay(db, organizationId, id);
        return sendPage(reply, processingPage({ checkout, event, payment }));
      }
      case 'open':
        return sendPage(reply, {
          ...openPage({ checkout, event, methods: provider.methods, now }),
          formTargets: [publicUrl(), checkout.successUrl],
        });
      default: {
        const refunded = await findRefundReason(db, organizationId, id);
        return sendPage(reply, { ...endedPage({ checkout, event, refunded }), status: 410 });
      }
    }
  });

  app.post<{ Params: { code: string }; Body: { payment_method?: unknown } | undefined }>(
    '/c/:code/pay',
    async ({ params, body }, reply) => {
      const checkout = await checkoutOf(params.code);
      const { organizationId, id: checkoutId } = checkout;
      const now = clock.now();
      // A second press or another tab: the page of the state that it is in says what happened.
      if (statusAt(checkout, now) !== 'open') return reply.redirect(`/c/${params.code}`, 303);
      if (totalCentavos(checkout) === 0) {
        await confirmFreeCheckout(db, { organizationId, checkoutId, now });
        return toSuccess(db, await getCheckout(db, organizationId, checkoutId), reply);
      }
      const method = methodOf(body?.payment_method);
      const event = await getEventOfPage(db, checkout);
      const description = `${checkout.quantity} × ${event.tier_name}, ${event.title}`;
      const returnUrl = (attempt: { id: Uuid }) =>
        `${publicUrl()}/c/${checkoutCode(checkout)}/return/${publicId(organizationId, attempt.id)}`;
      try {
        const url = await startPayment(db, provider, { checkout, method, description, returnUrl, holdSeconds, now });
        return reply.redirect(url, 303);
      } catch (error) {
        // The page says why: the attempt's end left its reason on the checkout.
        if (!(error instanceof ApiError)) app.log.error({ err: error }, 'the payment could not be started');
        return reply.redirect(`/c/${params.code}`, 303);
      }
    },
  );

  app.post<{ Params: { code: string }; Body: { promo_code?: unknown } | undefined }>(
    '/c/:code/promo',
    async ({ params, body }, reply) => {
      const checkout = await checkoutOf(params.code);
      const { organizationId, id: checkoutId } = checkout;
      const now = clock.now();
      const code = typeof body?.promo_code === 'string' ? body.promo_code.trim() : '';
      if (code === '' || statusAt(checkout, now) !== 'open') return reply.redirect(`/c/${params.code}`, 303);
      try {
        await applyPromoCode(db, provider, { organizationId, checkoutId, code, holdSeconds, now });
        return reply.redirect(`/c/${params.code}`, 303);
      } catch (error) {
        if (!(error instanceof ApiError) || error.status !== 409) throw error;
        const after = await getCheckout(db, organizationId, checkoutId);
        // It was paid, or its time ended, when the payment under way was closed: the page of its state says so.
        if (statusAt(after, now) !== 'open') return reply.redirect(`/c/${params.code}`, 303);
        // The page again, with the reason beside the field and what was typed still in it.
        const event = await getEventOfPage(db, after);
        const promoError = { code, message: error.message };
        return sendPage(reply, {
          ...openPage({ checkout: after, event, methods: provider.methods, promoError, now }),
          status: 409,
          formTargets: [publicUrl(), checkout.successUrl],
        });
      }
    },
  );

  function methodOf(value: unknown): PaymentMethod {
    const method = provider.methods.find((candidate) => candidate === value);
    if (!method) throw badRequest(`Choose one of the ways to pay (payment_method: ${provider.methods.join(', ')})`);
    return method;
  }

  /** The browser comes back from the provider. What it says is not believed: the provider is asked. */
  app.get<{ Params: { code: string; attempt: string } }>('/c/:code/return/:attempt', async ({ params }, reply) => {
    const checkout = await checkoutOf(params.code);
    const parsed = parsePublicId(params.attempt);
    const attempt = parsed && (await findAttempt(db, parsed.organizationId, parsed.id));
    if (!attempt || attempt.checkoutId !== checkout.id) throw notFound('Payment');
    const now = clock.now();
    const session = await readSession(provider, attempt, { close: false, now });
    await settleAttempt(db, provider, { attempt, session, holdSeconds, now });
    const after = await getCheckout(db, checkout.organizationId, checkout.id);
    if (after.status === 'completed') return toSuccess(db, after, reply);
    if (session.status !== 'open') return reply.redirect(`/c/${params.code}`, 303);
    const event = await getEventOfPage(db, checkout);
    const returnPath = `/c/${params.code}/return/${params.attempt}`;
    return sendPage(reply, confirmingPage({ checkout, event, returnPath, paymentUrl: attempt.url }));
  });
}

/** Sends the browser on to the organizer's page, which learns from the query what was bought. */
async function toSuccess(db: Database, checkout: Checkout, reply: FastifyReply) {
  const purchase = await findPurchase(db, checkout.organizationId, checkout.id);
  const url = new URL(checkout.successUrl);
  const added = `checkout_id=${checkoutCode(checkout)}&order_id=${purchase?.orderId}`;
  url.search = url.search ? `${url.search}&${added}` : added;
  return reply.redirect(url.href, 303);
}
