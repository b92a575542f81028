import type { FastifyReply, FastifyRequest } from 'fastify';
import { answerCheckout } from '../../checkouts/answer-checkout.ts';
import { attendeesFrom } from '../../checkouts/attendee.ts';
import { checkoutCode, statusAt, totalCentavos } from '../../checkouts/checkout.ts';
import { checkoutRefusals } from '../../checkouts/refusals.ts';
import { cancelUrlOf } from '../../payments/cancel-url.ts';
import { methodsFor } from '../../payments/provider.ts';
import { ProviderError } from '../../payments/provider-errors.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { perStore } from '../../platform/database/per-database.ts';
import { rememberLanguage } from '../../platform/http/pages/page-language.ts';
import { Refusal } from '../../platform/refusals/refusal.ts';
import { Allowances } from '../../platform/work/allowances.ts';
import { publicId } from '../../values/public-id.ts';
import type { Uuid } from '../../values/uuid.ts';
import { confirmFreeCheckout } from '../payment/fulfil-payment.ts';
import { startPayment } from '../payment/start-payment.ts';
import { findSale } from '../queries.ts';
import { saleRefusals } from '../refusals.ts';
import { changeOpenCheckout } from './change-open-checkout.ts';
import { type CheckoutPagePost, type PageParts, readView } from './checkout-pages.ts';
import { applyEnteredCode } from './enter-promo-code.ts';
import { type FormValues, findProblems, readFormValues } from './form-values.ts';
import { moveValues } from './move-values.ts';
import { unseenChange } from './order-fields.ts';
import { addressOf, type View } from './order-summary.ts';
import { enteredAnswers } from './question-values.ts';
import { redirectToSuccess } from './redirect-to-success.ts';
import { sendOpenPage } from './send-open-page.ts';
import { checkoutTexts } from './texts.ts';

/**
 * Log lines about the provider of one organization: while it is down, each Pay of a stranger fails, and must not fill
 * the disk. The attempts keep every failure.
 */
const FAILURES_LOGGED = { most: 5, everySeconds: 10, names: 10_000 };
const linesOf = perStore(() => new Allowances(FAILURES_LOGGED));

/** Saves the entered values, then confirms a free checkout or redirects to the provider's page. */
export async function payCheckout(parts: PageParts, request: FastifyRequest<CheckoutPagePost>, reply: FastifyReply) {
  const { db, clock } = parts;
  const view = await readView(parts, request);
  const { checkout, event, language } = view;
  const { organizationId, eventId, id: checkoutId } = checkout;
  const now = clock.now();
  // Submitted twice, or in another tab: the page for the checkout's state says what happened.
  if (statusAt(checkout, now) !== 'open') return reply.redirect(addressOf(checkout), 303);
  // The provider's return URL and the sandbox's page do not know the checkout's language.
  rememberLanguage(reply, language);
  const values = readFormValues(request.body);
  // A buyer who typed a code wants the discount, and one who typed another address wants the tickets there.
  if (values.promoCode !== '') return applyEnteredCode(parts, reply, view, { values, now });
  if (values.typed.size > 0) return changeOpenCheckout(parts, request, reply);
  // The checkout was changed in another tab, by a program, or by another person with the link: the buyer sees the
  // change before paying.
  if (unseenChange(values, checkout)) return showChanged(parts, request, reply, { values, now });
  const { attendees, answers } = moveValues(values, view);
  const problems = findProblems({ ...values, attendees, answers }, event);
  if (problems.length > 0) return sendOpenPage(parts, reply, view, { values, problems, status: 400, now });
  const isOpen = await answerCheckout(db, {
    organizationId,
    eventId,
    checkoutId,
    quantity: checkout.quantity,
    attendees: event.attendeeDetails === 'none' ? null : attendeesFrom(attendees),
    consent: event.consentText,
    answers: event.asked.length + event.answers.length === 0 ? null : enteredAnswers(answers, event.asked),
    now,
  });
  if (!isOpen) return reply.redirect(addressOf(checkout), 303);
  if (totalCentavos(checkout) > 0) return startPaying(parts, request, reply, view, { values, now });
  return confirmFree(parts, request, reply, view, { values, now });
}

async function confirmFree(
  parts: PageParts,
  request: FastifyRequest<CheckoutPagePost>,
  reply: FastifyReply,
  { checkout, language }: View,
  { values, now }: { values: FormValues; now: Date },
) {
  const { organizationId, id } = checkout;
  try {
    const sale = await confirmFreeCheckout(parts.db, { seen: checkout, language, now });
    return redirectToSuccess(reply, checkoutCode(checkout), sale ?? (await findSale(parts.db, organizationId, id)));
  } catch (error) {
    if (!saleRefusals.order_changed.is(error) && !checkoutRefusals.checkout_not_open.is(error)) throw error;
    return showChanged(parts, request, reply, { values, now });
  }
}

/** The page of the order as it is now. A change that came after the form was compared counts as one of tickets. */
async function showChanged(
  parts: PageParts,
  request: FastifyRequest<CheckoutPagePost>,
  reply: FastifyReply,
  { values, now }: { values: FormValues; now: Date },
) {
  const view = await readView(parts, request);
  const { checkout } = view;
  if (statusAt(checkout, now) !== 'open') return reply.redirect(addressOf(checkout), 303);
  const unseen = unseenChange(values, checkout) ?? 'tickets';
  return sendOpenPage(parts, reply, view, { values, unseen, status: 409, now });
}

async function startPaying(
  parts: PageParts,
  request: FastifyRequest<CheckoutPagePost>,
  reply: FastifyReply,
  view: View,
  { values, now }: { values: FormValues; now: Date },
) {
  const { config, db, providers, publicUrl } = parts;
  const { checkout, event, language } = view;
  const { organizationId } = checkout;
  const provider = await providers.ofOrganization(organizationId);
  const methods = methodsFor(await provider.offers(organizationId), {
    amountCentavos: totalCentavos(checkout),
    order: event.paymentMethodOrder,
  });
  const method = methods.find((candidate) => candidate === values.method);
  if (!method) {
    const payError = checkoutTexts[language].pay.chooseOne;
    return sendOpenPage(parts, reply, view, { values, payError, status: 400, now });
  }
  const tickets = checkout.lines.map(({ quantity }, index) => `${quantity} × ${event.tierNames[index]}`);
  const description = `${tickets.join(', ')}, ${event.title}`;
  const urls = (attempt: { id: Uuid }) => {
    const returnUrl = `${publicUrl()}${addressOf(checkout)}/return/${publicId(organizationId, attempt.id)}`;
    return { returnUrl, cancelUrl: cancelUrlOf(returnUrl) };
  };
  const start = { checkout, method, language, description, urls, holdSeconds: config.checkoutHoldSeconds, now };
  try {
    return reply.redirect(await startPayment(db, provider, start), 303);
  } catch (error) {
    if (saleRefusals.order_changed.is(error)) return showChanged(parts, request, reply, { values, now });
    if (saleRefusals.too_many_payments.is(error))
      return sendOpenPage(parts, reply, view, { values, payError: error.in(language), status: 409, now });
    // The checkout page shows the reason, which the failed attempt stored with the checkout.
    if (isToBeLogged(db, organizationId, error, now)) reply.log.error({ err: error }, 'could not start a payment');
    return reply.redirect(addressOf(checkout), 303);
  }
}

function isToBeLogged(db: Pick<Queryable, 'store'>, organizationId: Uuid, error: unknown, now: Date): boolean {
  if (!(error instanceof ProviderError)) return !(error instanceof Refusal);
  return linesOf(db).take(organizationId, now) === 0;
}
