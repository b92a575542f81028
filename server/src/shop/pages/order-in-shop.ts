import type { FastifyReply, FastifyRequest } from 'fastify';
import { networkOf } from '../../accounts/throttle/throttle.ts';
import { type Attribution, type Checkout, checkoutCode } from '../../checkouts/checkout.ts';
import { holdRefusals } from '../../checkouts/refusals.ts';
import { perStore } from '../../platform/database/per-database.ts';
import { setPageCookie } from '../../platform/http/cookies.ts';
import { textsOf } from '../../platform/http/pages/form-texts.ts';
import { languageOf, rememberLanguage } from '../../platform/http/pages/page-language.ts';
import { Refusal } from '../../platform/refusals/refusal.ts';
import { Allowances } from '../../platform/work/allowances.ts';
import { promoUseRefusals } from '../../promo-codes/refusals.ts';
import { seatingRefusals } from '../../seating/refusals.ts';
import { seatLabel } from '../../seating/seat.ts';
import type { Language } from '../../values/language.ts';
import { buy, findEarlier, findHeld, formOf, isReplaceable, type ShopOrder } from '../buy.ts';
import { saleState } from '../offer.ts';
import { shopRefusals } from '../refusals.ts';
import type { Offer, ShopEvent } from '../shop-event.ts';
import { attributionOf, linkWith } from './attribution-fields.ts';
import { buyerCookie, THANKS_SECONDS } from './buyer-cookie.ts';
import type { ShopTexts } from './english.ts';
import {
  CODE_FIELD,
  codeQuery,
  findProblems,
  linesFrom,
  nameOf,
  quantityField,
  readFormValues,
  SEATS,
  SHOWN_CODE,
  type ShopFormValues,
  type ShopProblem,
} from './form-values.ts';
import { getOpenedEvent } from './opened-event.ts';
import { mustWait, passOfVisitor } from './pass-of-visitor.ts';
import { type EventRoute, getShopEvent, pathOf, type ShopParts, sendEventPage } from './shop-pages.ts';
import { shopTexts } from './texts.ts';

/**
 * Orders from one network address. Behind one address of a mobile network are thousands of people, so a crowd from
 * there starts an order each second; a program that wants to hold a whole hall takes an hour for 3,600 orders of unpaid
 * tickets, which end after 15 minutes.
 */
const ORDERS_OF_ADDRESS = { most: 60, everySeconds: 1, names: 50_000 };
const ordersOf = perStore(() => new Allowances(ORDERS_OF_ADDRESS));

/**
 * The form of an event's page: holds the tickets and sends the buyer on to pay, or shows the form with what is wrong.
 * With a code that the page did not have, it shows first what the code opens.
 */
export async function orderInShop(parts: ShopParts, request: FastifyRequest<EventRoute>, reply: FastifyReply) {
  const { db, clock, config } = parts;
  const now = clock.now();
  countOrder(parts, request.ip, now);
  const sentText = textsOf(request.body);
  if (sentText(CODE_FIELD) !== sentText(SHOWN_CODE)) return showFilled(parts, request, reply);
  const event = await getShopEvent(parts, request);
  const language = languageOf(request);
  // With all hidden tiers: if the first request took the last use of the code, the second one has the same content.
  const everything = { ...event, offers: [...event.offers, ...event.hiddenOffers] };
  const values = readFormValues(request.body, everything);
  const sent = { values, language, attribution: attributionOf(request) };
  const order = orderFrom(parts, everything, sent);
  const holding = { holdSeconds: config.checkoutHoldSeconds, now };
  const form = formOf(order);
  const earlier = await findEarlier(db, form, now);
  if (earlier?.isAnswer) return sendToPay(reply, earlier.checkout, { values, language });
  const own = earlier && isReplaceable(earlier.checkout, event.id, now) ? earlier.checkout : null;
  const opening = { code: values.code, language, own };
  const { event: fresh, codeProblem } = await getOpenedEvent(parts, request, opening);
  const isAdmitted = !mustWait(await passOfVisitor(parts, request, fresh, now));
  const isOnSale = isAdmitted && saleState(fresh, now) === 'on_sale';
  const problems = isOnSale ? findProblems(fresh, values, { language, now }) : [];
  try {
    if (isOnSale && problems.length === 0 && !codeProblem) {
      const checkout = await buy(db, form, orderFrom(parts, fresh, sent), holding);
      return sendToPay(reply, checkout, { values, language });
    }
  } catch (error) {
    if (!(error instanceof Refusal) || !isOfSale(error)) throw error;
    const { event: sold } = await getOpenedEvent(parts, request, opening);
    problems.push(problemOf(error, sold, order, language));
    return sendEventPage(parts, reply, sold, { values, problems, now });
  }
  // A double press for the last tickets: the first request may have taken them after the look at the form.
  const first = await findEarlier(db, form, now);
  return first?.isAnswer
    ? sendToPay(reply, first.checkout, { values, language })
    : sendEventPage(parts, reply, fresh, { values, problems, codeProblem, now });
}

/** The page of an event with the form as it was filled in. */
export async function showFilled(parts: ShopParts, request: FastifyRequest<EventRoute>, reply: FastifyReply) {
  const now = parts.clock.now();
  const text = textsOf(request.body);
  const own = await findHeld(parts.db, await getShopEvent(parts, request), text('token'), now);
  const opening = { code: text(CODE_FIELD), language: languageOf(request), own };
  const { event, codeProblem } = await getOpenedEvent(parts, request, opening);
  const values = readFormValues(request.body, event);
  return sendEventPage(parts, reply, event, { values, codeProblem, now });
}

interface Sent {
  values: ShopFormValues;
  language: Language;
}

function orderFrom(
  { publicUrl }: ShopParts,
  event: ShopEvent,
  { values, language, attribution }: Sent & { attribution: Attribution },
): ShopOrder {
  const url = publicUrl() + pathOf(event);
  return {
    event,
    token: values.token,
    lines: linesFrom(event, values),
    customer: { name: values.name, email: values.email, phone: values.phone || null },
    promoCode: values.code || null,
    language,
    successUrl: `${url}/thanks`,
    cancelUrl: linkWith(attribution, url, codeQuery(values)),
    attribution,
  };
}

function sendToPay(reply: FastifyReply, checkout: Checkout, { values: { token }, language }: Sent) {
  const code = checkoutCode(checkout);
  rememberLanguage(reply, language);
  setPageCookie(reply, { name: buyerCookie(code), value: token, maxAgeSeconds: THANKS_SECONDS });
  return reply.redirect(`/c/${code}`, 303);
}

function countOrder({ db }: ShopParts, address: string, now: Date) {
  const waitSeconds = ordersOf(db).take(networkOf(address), now);
  if (waitSeconds > 0) throw shopRefusals.too_many_orders({ retry_after_seconds: waitSeconds });
}

/** The sale changed after the look at the form, which found that it can be ordered. */
const isOfSale = (error: Refusal) =>
  error.status === 409 || error.status === 404 || Object.values(holdRefusals).some((refusal) => refusal.is(error));

/** What the page says when another buyer was faster, or the organizer changed the sale at that moment. */
function problemOf(error: Refusal, event: ShopEvent, { lines }: ShopOrder, language: Language): ShopProblem {
  const { problems } = shopTexts[language];
  if (seatingRefusals.seats_taken.is(error))
    return { field: SEATS, message: problems.seatsTaken(error.facts.seats.map(seatLabel).join(', ')) };
  const codeError = Object.values(promoUseRefusals).some((refusal) => refusal.is(error)) && error.in(language);
  if (codeError) return { field: CODE_FIELD, message: codeError };
  const isShort = holdRefusals.sold_out.is(error) || holdRefusals.not_enough_left.is(error);
  const line = lines[(isShort && error.facts.item) || 0] ?? lines[0];
  const offer = event.offers.find(({ tierId, sectionId }) => tierId === line?.tierId && sectionId === line.sectionId);
  return { field: offer ? quantityField(offer) : 'name', message: messageOf(error, offer, problems) };
}

function messageOf(error: Refusal, offer: Offer | undefined, problems: ShopTexts['problems']): string {
  if (holdRefusals.max_per_buyer.is(error)) return problems.mostPerBuyer(error.facts.max, error.facts.left);
  if (!offer) return problems.changed;
  if (holdRefusals.tier_waits.is(error)) {
    // Nothing of the tier before it is free any more, or it is hidden.
    if (!offer.after) return problems.changed;
    return (offer.after.name ? problems.waits : problems.notOnSale)(nameOf(offer));
  }
  if (holdRefusals.sold_out.is(error)) return problems.notEnough(nameOf(offer), 0);
  if (!holdRefusals.not_enough_left.is(error)) return problems.changed;
  const { left } = error.facts;
  return error.field === 'items' ? problems.notEnoughTogether(left) : problems.notEnough(nameOf(offer), left);
}
