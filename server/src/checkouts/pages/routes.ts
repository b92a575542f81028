import formbody from '@fastify/formbody';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Clock } from '../../clock.ts';
import type { Config } from '../../config.ts';
import type { Database } from '../../database/database.ts';
import { ApiError, badRequest, notFound } from '../../http/errors.ts';
import { answerErrorsWithPages, sendPage } from '../../http/page.ts';
import { methodsFor, type PaymentMethod, type ProviderSession } from '../../payments/provider.ts';
import type { PaymentProviders } from '../../payments/providers.ts';
import { parsePublicId, publicId } from '../../public-id.ts';
import type { Uuid } from '../../uuid.ts';
import { applyPromoCode } from '../apply-promo-code.ts';
import { type Checkout, checkoutCode, parseCheckoutCode, statusAt, totalCentavos } from '../checkout.ts';
import type { Attempt } from '../payment/attempt.ts';
import { readSession } from '../payment/follow-payments.ts';
import { confirmFreeCheckout } from '../payment/fulfil-payment.ts';
import { findAttempt, listAttemptsUnderWay } from '../payment/queries.ts';
import { settleAttempt } from '../payment/settle-attempt.ts';
import { startPayment } from '../payment/start-payment.ts';
import { findPurchase, findRefundReason, getCheckout, getEventOfPage } from '../queries.ts';
import { confirmingPage, endedPage, openPage, type PromoError, processingPage } from './checkout-page.ts';

interface PageOptions {
  config: Config;
  db: Database;
  clock: Clock;
  providers: PaymentProviders;
  publicUrl: () => string;
}

/**
 * The hosted page. `checkout_id` in its address is the buyer's only key, and the page keeps no cookie, so there is
 * nothing for another site's form to abuse.
 */
export async function checkoutPages(app: FastifyInstance, { config, db, clock, providers, publicUrl }: PageOptions) {
  const { checkoutHoldSeconds: holdSeconds } = config;
  await app.register(formbody);
  answerErrorsWithPages(app);

  async function checkoutOf(code: string): Promise<Checkout> {
    const parsed = parseCheckoutCode(code);
    if (!parsed) throw notFound('Checkout');
    return getCheckout(db, parsed.organizationId, parsed.id);
  }

  async function sendOpenPage(reply: FastifyReply, checkout: Checkout, now: Date, promoError?: PromoError) {
    const { organizationId } = checkout;
    const event = await getEventOfPage(db, checkout);
    const offers = await (await providers.ofOrganization(organizationId)).offers(organizationId);
    const methods = methodsFor(offers, totalCentavos(checkout));
    return sendPage(reply, {
      ...openPage({ checkout, event, methods, ...(promoError ? { promoError } : {}), now }),
      ...(promoError ? { status: 409 } : {}),
      formTargets: [publicUrl(), checkout.successUrl],
    });
  }

  app.get<{ Params: { code: string } }>('/c/:code', async ({ params }, reply) => {
    const checkout = await checkoutOf(params.code);
    const { organizationId, id } = checkout;
    const now = clock.now();
    switch (statusAt(checkout, now)) {
      case 'completed':
        return toSuccess(db, checkout, reply);
      case 'processing': {
        const [payment] = await listAttemptsUnderWay(db, organizationId, id);
        const event = await getEventOfPage(db, checkout);
        return sendPage(reply, processingPage({ checkout, event, payment }));
      }
      case 'open':
        return sendOpenPage(reply, checkout, now);
      default: {
        const refunded = await findRefundReason(db, organizationId, id);
        const event = await getEventOfPage(db, checkout);
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
      const provider = await providers.ofOrganization(organizationId);
      const method = methodOf(methodsFor(await provider.offers(organizationId), totalCentavos(checkout)), body);
      const event = await getEventOfPage(db, checkout);
      const description = `${checkout.quantity} × ${event.tier_name}, ${event.title}`;
      const urls = (attempt: { id: Uuid }) => {
        const returnUrl = `${publicUrl()}/c/${checkoutCode(checkout)}/return/${publicId(organizationId, attempt.id)}`;
        return { returnUrl, cancelUrl: `${returnUrl}?cancelled=1` };
      };
      try {
        const url = await startPayment(db, provider, { checkout, method, description, urls, holdSeconds, now });
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
        await applyPromoCode(db, providers, { organizationId, checkoutId, code, holdSeconds, now });
        return reply.redirect(`/c/${params.code}`, 303);
      } catch (error) {
        if (!(error instanceof ApiError) || error.status !== 409) throw error;
        const after = await getCheckout(db, organizationId, checkoutId);
        // It was paid, or its time ended, when the payment under way was closed: the page of its state says so.
        if (statusAt(after, now) !== 'open') return reply.redirect(`/c/${params.code}`, 303);
        // The page again, with the reason beside the field and what was typed still in it.
        return sendOpenPage(reply, after, now, { code, message: error.message });
      }
    },
  );

  /** The provider's word on an attempt, brought to our books. One that does not answer has not confirmed anything yet. */
  async function lookAtProvider(attempt: Attempt, now: Date): Promise<ProviderSession['status']> {
    if (attempt.status === 'paid') return 'paid';
    try {
      const session = await readSession(providers, attempt, { close: false, now });
      await settleAttempt(db, { attempt, session, holdSeconds, now });
      return session.status;
    } catch (error) {
      app.log.warn({ err: error, attemptId: attempt.id }, 'a payment could not be looked at; it is tried again');
      return 'open';
    }
  }

  /** The browser comes back from the provider. What it says is not believed: the provider is asked. */
  app.get<{ Params: { code: string; attempt: string }; Querystring: { cancelled?: unknown } }>(
    '/c/:code/return/:attempt',
    async ({ params, query }, reply) => {
      const checkout = await checkoutOf(params.code);
      const parsed = parsePublicId(params.attempt);
      const attempt = parsed && (await findAttempt(db, parsed.organizationId, parsed.id));
      if (!attempt || attempt.checkoutId !== checkout.id) throw notFound('Payment');
      const now = clock.now();
      const said = await lookAtProvider(attempt, now);
      const after = await getCheckout(db, checkout.organizationId, checkout.id);
      if (after.status === 'completed') return toSuccess(db, after, reply);
      const waits = said === 'open' && query.cancelled === undefined && statusAt(after, now) === 'open';
      if (!waits) return reply.redirect(`/c/${params.code}`, 303);
      const event = await getEventOfPage(db, checkout);
      const returnPath = `/c/${params.code}/return/${params.attempt}`;
      return sendPage(reply, confirmingPage({ checkout, event, returnPath, paymentUrl: attempt.url }));
    },
  );
}

function methodOf(methods: PaymentMethod[], body: { payment_method?: unknown } | undefined): PaymentMethod {
  const method = methods.find((candidate) => candidate === body?.payment_method);
  if (!method) throw badRequest(`Choose one of the ways to pay (payment_method: ${methods.join(', ')})`);
  return method;
}

/** Sends the browser on to the organizer's page, which learns from the query what was bought. */
async function toSuccess(db: Database, checkout: Checkout, reply: FastifyReply) {
  const purchase = await findPurchase(db, checkout.organizationId, checkout.id);
  const url = new URL(checkout.successUrl);
  const added = `checkout_id=${checkoutCode(checkout)}&order_id=${purchase?.orderId}`;
  url.search = url.search ? `${url.search}&${added}` : added;
  return reply.redirect(url.href, 303);
}
