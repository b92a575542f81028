import formbody from '@fastify/formbody';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../../clock.ts';
import type { Config } from '../../config.ts';
import type { Database } from '../../database/database.ts';
import { answerErrorsWithPages } from '../../http/error-pages.ts';
import { ApiError, notFound } from '../../http/errors.ts';
import { inlineFile, sendPage } from '../../http/page.ts';
import { languageAsked, languageOf, rememberLanguage } from '../../http/page-language.ts';
import { methodsFor, type ProviderSession } from '../../payments/provider.ts';
import type { PaymentProviders } from '../../payments/providers.ts';
import { PromoCodeRefused } from '../../promo-codes/promo-refusal.ts';
import { parsePublicId, publicId } from '../../public-id.ts';
import { attendeesFrom } from '../../tickets/attendee.ts';
import type { Uuid } from '../../uuid.ts';
import { answerCheckout } from '../answer-checkout.ts';
import { applyPromoCode } from '../apply-promo-code.ts';
import { type Checkout, checkoutCode, parseCheckoutCode, statusAt, totalCentavos } from '../checkout.ts';
import { chooseLanguage } from '../choose-language.ts';
import type { Attempt } from '../payment/attempt.ts';
import { readSession } from '../payment/follow-payments.ts';
import { confirmFreeCheckout } from '../payment/fulfil-payment.ts';
import { findAttempt, findFailedMethod, listAttemptsUnderWay } from '../payment/queries.ts';
import { settleAttempt } from '../payment/settle-attempt.ts';
import { startPayment } from '../payment/start-payment.ts';
import { findPurchase, findRefundReason, getCheckout, getEventOfPage } from '../queries.ts';
import { joinsForms, openPage, type PromoError } from './checkout-page.ts';
import {
  asksForSomething,
  type Entered,
  enteredIn,
  PAY_FORM,
  type Problem,
  problemsOf,
  ticketsAsked,
} from './entered.ts';
import { addressOf, brandOf, type View } from './order-summary.ts';
import { confirmingPage, endedPage, processingPage } from './other-states.ts';
import { checkoutTexts } from './texts.ts';

interface PageOptions {
  config: Config;
  db: Database;
  clock: Clock;
  providers: PaymentProviders;
  publicUrl: () => string;
}

/** Lets the time count down, and keeps what was typed when the language is changed. */
const script = inlineFile(new URL('checkout-page.js', import.meta.url));

/** The page of an open checkout once more: with what was entered, and why nothing can be done with it. */
interface Again {
  entered?: Entered;
  problems?: Problem[];
  promoError?: PromoError | undefined;
  noMethod?: true;
}

interface Posted {
  Params: { code: string };
  Body: Record<string, unknown> | undefined;
}

/**
 * The hosted page. `checkout_id` in its address is the buyer's only key, and the page keeps no cookie but the language, so
 * there is nothing for another site's form to abuse.
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

  const viewOf = async (request: FastifyRequest, checkout: Checkout): Promise<View> => ({
    checkout,
    event: await getEventOfPage(db, checkout),
    language: languageOf(request, checkout.language),
  });

  /** What every page of a checkout has. */
  const around = ({ checkout, event, language }: View) => ({
    language,
    brand: brandOf(event),
    path: addressOf(checkout),
  });

  async function sendOpenPage(reply: FastifyReply, checkout: Checkout, now: Date, again: Again = {}) {
    const { organizationId, id, failureReason } = checkout;
    const view = await viewOf(reply.request, checkout);
    const offers = await (await providers.ofOrganization(organizationId)).offers(organizationId);
    const methods = methodsFor(offers, totalCentavos(checkout));
    const failedMethod = failureReason === null ? undefined : await findFailedMethod(db, organizationId, id);
    return sendPage(reply, {
      ...around(view),
      ...openPage({ ...view, methods, failedMethod, ...again, now }),
      status: again.noMethod || again.problems ? 400 : again.promoError ? 409 : 200,
      ...(joinsForms(view, methods) ? { keeps: { form: PAY_FORM, action: `${addressOf(checkout)}/language` } } : {}),
      formTargets: [publicUrl(), checkout.successUrl],
      script,
    });
  }

  app.get<{ Params: { code: string } }>('/c/:code', async (request, reply) => {
    const checkout = await checkoutOf(request.params.code);
    const { organizationId, id } = checkout;
    const now = clock.now();
    const asked = languageAsked(request);
    if (asked) await chooseLanguage(db, checkout, asked);
    switch (statusAt(checkout, now)) {
      case 'completed':
        return toSuccess(db, checkout, reply);
      case 'processing': {
        const [payment] = await listAttemptsUnderWay(db, organizationId, id);
        const view = await viewOf(request, checkout);
        return sendPage(reply, { ...around(view), ...processingPage({ ...view, payment }) });
      }
      case 'open':
        return sendOpenPage(reply, checkout, now);
      default: {
        const refunded = await findRefundReason(db, organizationId, id);
        const view = await viewOf(request, checkout);
        return sendPage(reply, { ...around(view), ...endedPage({ ...view, refunded }), status: 410 });
      }
    }
  });

  app.post<Posted>('/c/:code/pay', async (request, reply) => {
    const { params } = request;
    const checkout = await checkoutOf(params.code);
    const { organizationId, id: checkoutId } = checkout;
    const now = clock.now();
    // A second press or another tab: the page of the state that it is in says what happened.
    if (statusAt(checkout, now) !== 'open') return reply.redirect(`/c/${params.code}`, 303);
    const language = languageOf(request, checkout.language);
    // The sandbox's page, and the one after it, do not know the checkout's language.
    rememberLanguage(reply, language);
    const event = await getEventOfPage(db, checkout);
    const entered = enteredIn(request.body, ticketsAsked(event, checkout));
    // Enter in the field of the code presses the form's first button; and nobody types a code to pay the full price.
    if (asksForSomething(event) && entered.promoCode !== '') return applyCode(reply, checkout, entered, now);
    const problems = problemsOf(entered, event);
    if (problems.length > 0) return sendOpenPage(reply, checkout, now, { entered, problems });
    const isOpen = await answerCheckout(db, {
      organizationId,
      checkoutId,
      attendees: event.attendee_details === 'none' ? null : attendeesFrom(entered.attendees),
      consent: event.consent_text,
      now,
    });
    if (!isOpen) return reply.redirect(addressOf(checkout), 303);
    if (totalCentavos(checkout) === 0) {
      await confirmFreeCheckout(db, { organizationId, checkoutId, language, now });
      return toSuccess(db, await getCheckout(db, organizationId, checkoutId), reply);
    }
    const provider = await providers.ofOrganization(organizationId);
    const methods = methodsFor(await provider.offers(organizationId), totalCentavos(checkout));
    const method = methods.find((candidate) => candidate === entered.method);
    if (!method) return sendOpenPage(reply, checkout, now, { entered, noMethod: true });
    const description = `${checkout.quantity} × ${event.tier_name}, ${event.title}`;
    const urls = (attempt: { id: Uuid }) => {
      const returnUrl = `${publicUrl()}/c/${checkoutCode(checkout)}/return/${publicId(organizationId, attempt.id)}`;
      return { returnUrl, cancelUrl: `${returnUrl}?cancelled=1` };
    };
    try {
      const start = { checkout, method, language, description, urls, holdSeconds, now };
      return reply.redirect(await startPayment(db, provider, start), 303);
    } catch (error) {
      // The page says why: the attempt's end left its reason on the checkout.
      if (!(error instanceof ApiError)) app.log.error({ err: error }, 'the payment could not be started');
      return reply.redirect(`/c/${params.code}`, 303);
    }
  });

  app.post<Posted>('/c/:code/promo', async ({ params, body }, reply) => {
    const checkout = await checkoutOf(params.code);
    const now = clock.now();
    if (statusAt(checkout, now) !== 'open') return reply.redirect(`/c/${params.code}`, 303);
    const event = await getEventOfPage(db, checkout);
    return applyCode(reply, checkout, enteredIn(body, ticketsAsked(event, checkout)), now);
  });

  /** What was entered beside the code is on the page again, whatever becomes of the code. */
  async function applyCode(reply: FastifyReply, checkout: Checkout, entered: Entered, now: Date) {
    const { organizationId, id: checkoutId } = checkout;
    const { promoCode: code } = entered;
    let promoError: PromoError | undefined;
    try {
      if (code !== '') await applyPromoCode(db, providers, { organizationId, checkoutId, code, holdSeconds, now });
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 409) throw error;
      const { promo } = checkoutTexts[languageOf(reply.request, checkout.language)];
      const message = error instanceof PromoCodeRefused ? promo.refusals[error.refusal](error.code) : promo.whilePaying;
      promoError = { code, message };
    }
    const after = await getCheckout(db, organizationId, checkoutId);
    const isOpen = statusAt(after, now) === 'open';
    // It was paid, or its time ended, when the payment under way was closed: the page of its state says so.
    if (!isOpen || (!promoError && !asksForSomething(await getEventOfPage(db, after))))
      return reply.redirect(addressOf(checkout), 303);
    return sendOpenPage(reply, after, now, { entered: { ...entered, promoCode: '' }, promoError });
  }

  /** The page in another language, where a link would lose what was entered. */
  app.post<Posted>('/c/:code/language', async (request, reply) => {
    const checkout = await checkoutOf(request.params.code);
    const now = clock.now();
    const asked = languageAsked(request);
    if (asked) await chooseLanguage(db, checkout, asked);
    if (statusAt(checkout, now) !== 'open') return reply.redirect(addressOf(checkout), 303);
    const entered = enteredIn(request.body, ticketsAsked(await getEventOfPage(db, checkout), checkout));
    return sendOpenPage(reply, checkout, now, { entered });
  });

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
    async (request, reply) => {
      const { params, query } = request;
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
      const view = await viewOf(request, checkout);
      const path = `/c/${params.code}/return/${params.attempt}`;
      const page = confirmingPage({ ...view, returnPath: path, paymentUrl: attempt.url });
      return sendPage(reply, { ...around(view), ...page, path });
    },
  );
}

/** Sends the browser on to the organizer's page, which learns from the query what was bought. */
async function toSuccess(db: Database, checkout: Checkout, reply: FastifyReply) {
  const purchase = await findPurchase(db, checkout.organizationId, checkout.id);
  const url = new URL(checkout.successUrl);
  const added = `checkout_id=${checkoutCode(checkout)}&order_id=${purchase?.orderId}`;
  url.search = url.search ? `${url.search}&${added}` : added;
  return reply.redirect(url.href, 303);
}
