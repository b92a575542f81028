import formbody from '@fastify/formbody';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { answerCheckout } from '../../checkouts/answer-checkout.ts';
import { attendeesFrom } from '../../checkouts/attendee.ts';
import { checkoutCode, parseCheckoutCode, statusAt, totalCentavos } from '../../checkouts/checkout.ts';
import { chooseLanguage } from '../../checkouts/choose-language.ts';
import type { Config } from '../../config/config.ts';
import { cancelUrlOf } from '../../payments/cancel-url.ts';
import { methodsFor, type ProviderSession } from '../../payments/provider.ts';
import type { PaymentProviders } from '../../payments/providers.ts';
import { findRefundReason } from '../../payments/queries.ts';
import type { Database } from '../../platform/database/database.ts';
import { answerErrorsWithPages } from '../../platform/http/pages/error-pages.ts';
import { inlineFile, sendPage } from '../../platform/http/pages/page.ts';
import { languageAsked, languageOf, rememberLanguage } from '../../platform/http/pages/page-language.ts';
import { ApiError, notFound } from '../../platform/refusals/errors.ts';
import { PromoCodeRefused } from '../../promo-codes/promo-refusal.ts';
import type { Clock } from '../../values/clock.ts';
import { parsePublicId, publicId } from '../../values/public-id.ts';
import type { Uuid } from '../../values/uuid.ts';
import { applyPromoCode } from '../apply-promo-code.ts';
import type { Attempt } from '../payment/attempt.ts';
import { TooManyPayments } from '../payment/begin-attempts.ts';
import { readSession } from '../payment/follow-payments.ts';
import { confirmFreeCheckout } from '../payment/fulfil-payment.ts';
import { findAttempt, findFailedMethod, listAttemptsUnderWay } from '../payment/queries.ts';
import { settleAttempt } from '../payment/settle-attempt.ts';
import { startPayment } from '../payment/start-payment.ts';
import { findSale, type Sale } from '../queries.ts';
import { joinsForms, openPage, type PayError, type PromoError } from './checkout-page.ts';
import {
  asksForSomething,
  beforeEntering,
  type Entered,
  enteredIn,
  PAY_FORM,
  type Problem,
  problemsOf,
  ticketsAsked,
} from './entered.ts';
import { addressOf, brandOf, type View } from './order-summary.ts';
import { confirmingPage, endedPage, processingPage } from './other-states.ts';
import { getPage } from './queries.ts';
import { checkoutTexts } from './texts.ts';

interface PageOptions {
  config: Config;
  db: Database;
  clock: Clock;
  providers: PaymentProviders;
  publicUrl: () => string;
}

/**
 * Lets the time count down, sends a typed code before paying and brings its refusal in sight, and keeps what was typed when
 * the language is changed.
 */
const script = inlineFile(new URL('checkout-page.js', import.meta.url));

/** What the page of an open checkout has in its fields, and why nothing can be done with it. */
interface Filled {
  entered: Entered;
  problems?: Problem[];
  promoError?: PromoError | undefined;
  payError?: PayError | undefined;
}

/** What a look at the provider came to. */
interface Looked {
  status: ProviderSession['status'];
  /** The order, where this look made it. */
  sale?: Sale | undefined;
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

  /** As the browser that asks sees it: in the language that was asked for with it, or chosen before. */
  async function viewOf(request: FastifyRequest, code: string): Promise<View> {
    const parsed = parseCheckoutCode(code);
    if (!parsed) throw notFound('Checkout');
    const page = await getPage(db, parsed.organizationId, parsed.id);
    return { ...page, language: languageOf(request, page.checkout.language) };
  }

  /** What every page of a checkout has. */
  const around = ({ checkout, event, language }: View) => ({
    language,
    brand: brandOf(event),
    path: addressOf(checkout),
  });

  async function sendOpenPage(reply: FastifyReply, view: View, now: Date, filled: Filled) {
    const { checkout } = view;
    const { organizationId, id, failureReason } = checkout;
    const offers = await (await providers.ofOrganization(organizationId)).offers(organizationId);
    const methods = methodsFor(offers, totalCentavos(checkout));
    const failedMethod = failureReason === null ? undefined : await findFailedMethod(db, organizationId, id);
    return sendPage(reply, {
      ...around(view),
      ...openPage({ ...view, methods, failedMethod, ...filled, now }),
      status:
        filled.payError === 'chooseOne' || filled.problems ? 400 : filled.payError || filled.promoError ? 409 : 200,
      ...(joinsForms(view, methods) ? { keeps: { form: PAY_FORM, action: `${addressOf(checkout)}/language` } } : {}),
      formTargets: [publicUrl(), checkout.successUrl],
      script,
    });
  }

  app.get<{ Params: { code: string } }>('/c/:code', async (request, reply) => {
    const view = await viewOf(request, request.params.code);
    const { checkout } = view;
    const { organizationId, id } = checkout;
    const now = clock.now();
    const asked = languageAsked(request);
    if (asked) await chooseLanguage(db, checkout, asked);
    switch (statusAt(checkout, now)) {
      case 'completed':
        return toSuccess(reply, checkoutCode(checkout), await findSale(db, organizationId, id));
      case 'processing': {
        const underWay = await listAttemptsUnderWay(db, organizationId, id);
        // What was begun after it in another tab is not what the buyer waits for.
        const payment = underWay.find(({ status }) => status === 'pending') ?? underWay[0];
        return sendPage(reply, { ...around(view), ...processingPage({ ...view, payment }) });
      }
      case 'open': {
        // Chosen before a code was applied.
        const { method } = enteredIn(request.query, 0);
        return sendOpenPage(reply, view, now, { entered: { ...beforeEntering(checkout, view.event), method } });
      }
      default: {
        const refunded = await findRefundReason(db, organizationId, id);
        return sendPage(reply, { ...around(view), ...endedPage({ ...view, refunded }), status: 410 });
      }
    }
  });

  app.post<Posted>('/c/:code/pay', async (request, reply) => {
    const { params } = request;
    const view = await viewOf(request, params.code);
    const { checkout, event, language } = view;
    const { organizationId, eventId, id: checkoutId } = checkout;
    const now = clock.now();
    // A second press or another tab: the page of the state that it is in says what happened.
    if (statusAt(checkout, now) !== 'open') return reply.redirect(`/c/${params.code}`, 303);
    // The sandbox's page, and the one after it, do not know the checkout's language.
    rememberLanguage(reply, language);
    const entered = enteredIn(request.body, ticketsAsked(event, checkout));
    // Enter in the field of the code presses the form's first button; and nobody types a code to pay the full price.
    if (asksForSomething(event) && entered.promoCode !== '') return applyCode(reply, view, entered, now);
    const problems = problemsOf(entered, event);
    if (problems.length > 0) return sendOpenPage(reply, view, now, { entered, problems });
    const isOpen = await answerCheckout(db, {
      organizationId,
      checkoutId,
      attendees: event.attendeeDetails === 'none' ? null : attendeesFrom(entered.attendees),
      consent: event.consentText,
      now,
    });
    if (!isOpen) return reply.redirect(addressOf(checkout), 303);
    if (totalCentavos(checkout) === 0) {
      const sale = await confirmFreeCheckout(db, { organizationId, eventId, checkoutId, language, now });
      return toSuccess(reply, checkoutCode(checkout), sale ?? (await findSale(db, organizationId, checkoutId)));
    }
    const provider = await providers.ofOrganization(organizationId);
    const methods = methodsFor(await provider.offers(organizationId), totalCentavos(checkout));
    const method = methods.find((candidate) => candidate === entered.method);
    if (!method) return sendOpenPage(reply, view, now, { entered, payError: 'chooseOne' });
    const description = `${checkout.quantity} × ${event.tierName}, ${event.title}`;
    const urls = (attempt: { id: Uuid }) => {
      const returnUrl = `${publicUrl()}/c/${checkoutCode(checkout)}/return/${publicId(organizationId, attempt.id)}`;
      return { returnUrl, cancelUrl: cancelUrlOf(returnUrl) };
    };
    try {
      const start = { checkout, method, language, description, urls, holdSeconds, now };
      return reply.redirect(await startPayment(db, provider, start), 303);
    } catch (error) {
      if (error instanceof TooManyPayments) return sendOpenPage(reply, view, now, { entered, payError: 'tooMany' });
      // The page says why: the attempt's end left its reason on the checkout.
      if (!(error instanceof ApiError)) app.log.error({ err: error }, 'the payment could not be started');
      return reply.redirect(`/c/${params.code}`, 303);
    }
  });

  app.post<Posted>('/c/:code/promo', async (request, reply) => {
    const { params, body } = request;
    const view = await viewOf(request, params.code);
    const { checkout, event } = view;
    const now = clock.now();
    if (statusAt(checkout, now) !== 'open') return reply.redirect(`/c/${params.code}`, 303);
    return applyCode(reply, view, enteredIn(body, ticketsAsked(event, checkout)), now);
  });

  /** What was entered beside the code is on the page again, whatever becomes of the code. */
  async function applyCode(reply: FastifyReply, { checkout, language }: View, entered: Entered, now: Date) {
    const { organizationId, id: checkoutId } = checkout;
    const { promoCode: code } = entered;
    let promoError: PromoError | undefined;
    try {
      if (code !== '') await applyPromoCode(db, providers, { organizationId, checkoutId, code, holdSeconds, now });
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 409) throw error;
      const { promo } = checkoutTexts[language];
      const message = error instanceof PromoCodeRefused ? promo.refusals[error.refusal](error.code) : promo.whilePaying;
      promoError = { code, message };
    }
    const after = await viewOf(reply.request, checkoutCode(checkout));
    const isOpen = statusAt(after.checkout, now) === 'open';
    // It was paid, or its time ended, when the payment under way was closed: the page of its state says so.
    if (!isOpen) return reply.redirect(addressOf(checkout), 303);
    if (!promoError && !asksForSomething(after.event)) {
      const chosen = entered.method && `?${new URLSearchParams({ payment_method: entered.method })}`;
      return reply.redirect(`${addressOf(checkout)}${chosen}`, 303);
    }
    return sendOpenPage(reply, after, now, { entered: { ...entered, promoCode: '' }, promoError });
  }

  /** The page in another language, where a link would lose what was entered. */
  app.post<Posted>('/c/:code/language', async (request, reply) => {
    const view = await viewOf(request, request.params.code);
    const { checkout, event } = view;
    const now = clock.now();
    const asked = languageAsked(request);
    if (asked) await chooseLanguage(db, checkout, asked);
    if (statusAt(checkout, now) !== 'open') return reply.redirect(addressOf(checkout), 303);
    return sendOpenPage(reply, view, now, { entered: enteredIn(request.body, ticketsAsked(event, checkout)) });
  });

  /** The provider's word on an attempt, brought to our books. One that does not answer has not confirmed anything yet. */
  async function lookAtProvider(attempt: Attempt, now: Date): Promise<Looked> {
    if (attempt.status === 'paid') return { status: 'paid' };
    try {
      const session = await readSession(providers, attempt, { close: false, now });
      return { status: session.status, sale: await settleAttempt(db, { attempt, session, holdSeconds, now }) };
    } catch (error) {
      app.log.warn({ err: error, attemptId: attempt.id }, 'a payment could not be looked at; it is tried again');
      return { status: 'open' };
    }
  }

  /** The browser comes back from the provider. What it says is not believed: the provider is asked. */
  app.get<{ Params: { code: string; attempt: string }; Querystring: { cancelled?: unknown } }>(
    '/c/:code/return/:attempt',
    async (request, reply) => {
      const { params, query } = request;
      const parsed = parsePublicId(params.attempt);
      const attempt = parsed && (await findAttempt(db, parsed.organizationId, parsed.id));
      if (!attempt || params.code !== codeOf(attempt)) throw notFound('Payment');
      const now = clock.now();
      const looked = await lookAtProvider(attempt, now);
      const sale = looked.sale ?? (await findSale(db, attempt.organizationId, attempt.checkoutId));
      if (sale) return toSuccess(reply, params.code, sale);
      const view = await viewOf(request, params.code);
      const waits =
        looked.status === 'open' && query.cancelled === undefined && statusAt(view.checkout, now) === 'open';
      if (!waits) return reply.redirect(`/c/${params.code}`, 303);
      const path = `/c/${params.code}/return/${params.attempt}`;
      const page = confirmingPage({ ...view, returnPath: path, paymentUrl: attempt.url });
      return sendPage(reply, { ...around(view), ...page, path });
    },
  );
}

const codeOf = ({ organizationId, checkoutId }: Attempt) => checkoutCode({ organizationId, id: checkoutId });

/** Sends the browser on to the organizer's page, which learns from the query what was bought. */
function toSuccess(reply: FastifyReply, code: string, sale: Sale | undefined) {
  if (!sale) throw notFound('Order');
  const url = new URL(sale.successUrl);
  const said = { checkout_id: code, order_id: sale.orderId };
  // Whoever reads the query takes the first of a name; what else stands in it stays as it was written.
  for (const name of Object.keys(said)) if (url.searchParams.has(name)) url.searchParams.delete(name);
  const added = String(new URLSearchParams(said));
  url.search = url.search ? `${url.search}&${added}` : added;
  return reply.redirect(url.href, 303);
}
