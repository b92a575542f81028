import type { FastifyReply, FastifyRequest } from 'fastify';
import { statusAt } from '../../checkouts/checkout.ts';
import type { RequestedLine } from '../../checkouts/checkout-request.ts';
import { MOST_CHOSEN_CENTAVOS, mayChoose } from '../../checkouts/chosen-price.ts';
import { checkoutChangeRefusals, holdRefusals, NOT_ON_SALE } from '../../checkouts/refusals.ts';
import { isEmail, isNameOfPerson } from '../../platform/http/contract/validation.ts';
import { Refusal } from '../../platform/refusals/refusal.ts';
import { promoUseRefusals } from '../../promo-codes/refusals.ts';
import { centavosFromText, formatPesos } from '../../values/money.ts';
import { type Changes, changeCheckout } from '../change-checkout.ts';
import { saleRefusals } from '../refusals.ts';
import { changeTexts } from './change-texts.ts';
import { type CheckoutPagePost, type PageParts, readView } from './checkout-pages.ts';
import { asksForDetails, type FormValues, readFormValues } from './form-values.ts';
import { EMAIL_FIELD, linesWith, NAME_FIELD, PRICE_FIELD, typedTickets, unseenChange } from './order-fields.ts';
import { addressOf, type View } from './order-summary.ts';
import { redirectToOpenPage, sendOpenPage } from './send-open-page.ts';

/** Makes every change that the buyer typed, whichever button was pressed, and shows the page again. */
export async function changeOpenCheckout(
  parts: PageParts,
  request: FastifyRequest<CheckoutPagePost>,
  reply: FastifyReply,
) {
  const view = await readView(parts, request);
  const { checkout, event, language } = view;
  const now = parts.clock.now();
  if (statusAt(checkout, now) !== 'open') return reply.redirect(addressOf(checkout), 303);
  const values = readFormValues(request.body);
  const unseen = unseenChange(values, checkout);
  const refused = await makeChanges(parts, view, { values, now });
  const after = await readView(parts, request);
  // Closing the payment under way may have completed or expired the checkout: its page says so.
  if (statusAt(after.checkout, now) !== 'open') return reply.redirect(addressOf(checkout), 303);
  // A code that was typed and not applied stays in its field, and Pay applies it.
  const isDone = !refused && !unseen && values.promoCode === '';
  if (isDone && !asksForDetails(event)) return redirectToOpenPage(reply, after, values);
  return sendOpenPage(parts, reply, after, {
    values: refused ? values : { ...values, typed: new Map() },
    notice: refused && (unseen ? refused.reason : `${refused.reason} ${changeTexts[language].nothingChanged}`),
    unseen,
    status: refused?.status,
    now,
  });
}

/** @returns why nothing was changed, unless there was nothing to change */
async function makeChanges(
  { config, db, providers }: PageParts,
  view: View,
  { values, now }: { values: FormValues; now: Date },
): Promise<{ reason: string; status: 400 | 409 } | undefined> {
  const { checkout } = view;
  const { organizationId, id: checkoutId } = checkout;
  if (values.typed.size === 0 && !values.otherSeats) return undefined;
  const wanted = wantedChanges(values, view);
  if (typeof wanted === 'string') return { reason: wanted, status: 400 };
  const holdSeconds = config.checkoutHoldSeconds;
  try {
    await changeCheckout(db, providers, { organizationId, checkoutId, by: 'buyer', ...wanted, holdSeconds, now });
    return undefined;
  } catch (error) {
    if (!(error instanceof Refusal) || error.status >= 500) throw error;
    return { reason: reasonOf(error, view, wanted.lines ?? []), status: 409 };
  }
}

/** @returns the reason if the fields are not filled in well */
function wantedChanges({ typed, otherSeats }: FormValues, { checkout, event, language }: View): Changes | string {
  const { refusals } = changeTexts[language];
  const [name, email] = [typed.get(NAME_FIELD), typed.get(EMAIL_FIELD)];
  if (name !== undefined && (name === '' || !isNameOfPerson(name))) return refusals.badName;
  if (email !== undefined && !isEmail(email)) return refusals.badEmail;
  const customer = { ...(name !== undefined && { name }), ...(email !== undefined && { email }) };
  if (!typedTickets(typed)) return { customer, otherSeats };
  const lines = linesWith(typed, checkout);
  if (!lines) return refusals.badQuantity;
  if (lines.length === 0) return refusals.noTickets;
  const [price, least] = [typed.get(PRICE_FIELD), event.leastPriceCentavos];
  if (price === undefined || least === null) return { customer, otherSeats, lines };
  const unitPriceCentavos = centavosFromText(price);
  if (!mayChoose(unitPriceCentavos, least))
    return refusals.badPrice(formatPesos(language, least), formatPesos(language, MOST_CHOSEN_CENTAVOS));
  return { customer, otherSeats, lines: lines.map((line) => ({ ...line, unitPriceCentavos })) };
}

/** The refusal in the words of the page: it names the tickets, not the item of a request. */
function reasonOf(error: Refusal, view: View, lines: RequestedLine[]): string {
  const { language } = view;
  const { refusals } = changeTexts[language];
  if (holdRefusals.sold_out.is(error)) {
    const { item = -1 } = error.facts;
    const ticket = nameOfTier(view, lines[item]?.tierId);
    return ticket === undefined ? refusals.notOnSale : refusals.soldOut(ticket);
  }
  if (holdRefusals.not_enough_left.is(error)) {
    const { left, item = -1 } = error.facts;
    const ticket = nameOfTier(view, lines[item]?.tierId);
    return ticket === undefined ? refusals.notEnoughTogether(left) : refusals.notEnough(ticket, left);
  }
  if (holdRefusals.tier_waits.is(error)) return refusals.waits(nameOfTier(view, error.facts.tier_id));
  if (holdRefusals.max_per_order.is(error)) return refusals.maxPerOrder(error.facts.max);
  if (holdRefusals.max_per_buyer.is(error)) return refusals.maxPerBuyer(error.facts.max);
  if (NOT_ON_SALE.some((refusal) => refusal.is(error))) return refusals.notOnSale;
  return HAS_WORDS.some((refusal) => refusal.is(error)) ? `${error.in(language)}.` : refusals.other;
}

/**
 * The name of the tier that a refusal is about; undefined if it is about all of them, or one that the page does not
 * have.
 */
const nameOfTier = ({ checkout, event }: View, tierId: string | null | undefined): string | undefined =>
  event.tierNames[checkout.lines.findIndex((line) => line.tierId === tierId)] ??
  event.otherTiers.find((tier) => tier.tierId === tierId)?.name;

/** Refusals with a message for pages. */
const HAS_WORDS = [
  ...Object.values(checkoutChangeRefusals),
  saleRefusals.payment_under_way,
  ...Object.values(promoUseRefusals),
];
