import { createHmac } from 'node:crypto';
import { type Attribution, type Checkout, statusAt } from '../checkouts/checkout.ts';
import type { CheckoutRequest, RequestedLine } from '../checkouts/checkout-request.ts';
import { createCheckout } from '../checkouts/create-checkout.ts';
import { holdOne } from '../checkouts/create-checkouts.ts';
import type { Customer } from '../checkouts/customer.ts';
import { getCheckout, lockCheckout } from '../checkouts/queries.ts';
import { endOpenHold, releasePlaces } from '../checkouts/release-holds.ts';
import { changePlaces } from '../events/change-places.ts';
import { savePlaces } from '../events/places.ts';
import type { Database } from '../platform/database/database.ts';
import { placesHeld } from '../platform/metrics/service-metrics.ts';
import { pause } from '../platform/work/pause.ts';
import type { Language } from '../values/language.ts';
import { tokenHash } from '../values/token.ts';
import type { Uuid } from '../values/uuid.ts';
import { claimForm, deleteForm, findForm, type SentForm, saveCheckoutOfForm } from './form-queries.ts';
import { shopRefusals } from './refusals.ts';
import type { ShopEvent } from './shop-event.ts';

/** What a buyer chose on the page of an event. */
export interface ShopOrder {
  event: ShopEvent;
  /** Random, and the same when the form is sent again. */
  token: string;
  lines: RequestedLine[];
  customer: Customer;
  /** Entered on the page of the event; null: none. */
  promoCode: string | null;
  language: Language;
  successUrl: string;
  cancelUrl: string;
  attribution: Attribution;
}

interface Holding {
  holdSeconds: number;
  now: Date;
}

/** A double press: the first request usually answers within a fraction of this. */
const WAIT_MS = 100;
const WAITS = 50;
const RETRY_SECONDS = 5;

/**
 * Holds places for a form of the shop, once: the same form sent again, at the same time too, gets the same checkout
 * while that holds places or is paid. A form that was changed gets a new one instead of its earlier hold.
 * @throws Refusal as `createCheckout`, and the earlier hold stays; 429 when the first of two equal requests takes too
 * long
 */
export async function buy(db: Database, form: SentForm, order: ShopOrder, holding: Holding): Promise<Checkout> {
  for (let waits = 0; waits < WAITS; waits++) {
    if (await claimForm(db, form, { now: holding.now })) return holdFor(db, form, order, holding);
    const earlier = await findEarlier(db, form, holding.now);
    if (earlier?.isAnswer) return earlier.checkout;
    const checkout = earlier && (await holdInstead(db, form, order, { ...holding, earlier: earlier.checkout }));
    if (checkout) return checkout;
  }
  throw shopRefusals.order_in_progress({ retry_after_seconds: RETRY_SECONDS });
}

/** The checkout that a form led to when it was sent before. */
interface Earlier {
  checkout: Checkout;
  /** The content is the same, and the checkout holds places or is paid: the form leads there again. */
  isAnswer: boolean;
}

/** @returns undefined when the form is new */
export async function findEarlier(db: Database, form: SentForm, now: Date): Promise<Earlier | undefined> {
  const { organizationId, tokenHash: hash, contentHash } = form;
  for (let waits = 0; waits < WAITS; waits++) {
    const sent = await findForm(db, organizationId, hash);
    if (!sent) return undefined;
    if (sent.checkoutId) {
      const checkout = await getCheckout(db, organizationId, sent.checkoutId);
      return { checkout, isAnswer: sent.contentHash.equals(contentHash) && isAlive(checkout, now) };
    }
    await pause(WAIT_MS);
  }
  throw shopRefusals.order_in_progress({ retry_after_seconds: RETRY_SECONDS });
}

/** Whether a changed form ends this hold for a new one. A payment that goes on keeps its places. */
export const isReplaceable = (checkout: Checkout, eventId: Uuid, now: Date): boolean =>
  checkout.eventId === eventId && statusAt(checkout, now) === 'open' && !checkout.paymentStarted;

/** What the form with this token led to, while another order of the form would replace it. */
export async function findHeld(db: Database, event: ShopEvent, token: string, now: Date): Promise<Checkout | null> {
  const { organizationId, id } = event;
  const sent = await findForm(db, organizationId, tokenHash(token));
  const checkout = sent?.checkoutId ? await getCheckout(db, organizationId, sent.checkoutId) : null;
  return checkout && isReplaceable(checkout, id, now) ? checkout : null;
}

const isAlive = (checkout: Checkout, now: Date) =>
  ['open', 'processing', 'completed'].includes(statusAt(checkout, now));

/** By all that was sent, for sale or not: the same form is the same form whatever has changed in between. */
export function formOf({ event, token, lines, customer, promoCode }: ShopOrder): SentForm {
  const content = JSON.stringify([event.id, lines, customer, promoCode]);
  return {
    organizationId: event.organizationId,
    tokenHash: tokenHash(token),
    contentHash: createHmac('sha256', token).update(content).digest(),
  };
}

async function holdFor(db: Database, form: SentForm, order: ShopOrder, holding: Holding): Promise<Checkout> {
  try {
    const checkout = await createCheckout(db, requestOf(order, holding));
    placesHeld.inc(checkout.quantity);
    await saveCheckoutOfForm(db, form, checkout.id);
    return checkout;
  } catch (error) {
    await deleteForm(db, form);
    throw error;
  }
}

/**
 * Ends the form's earlier hold and holds the new places in one transaction: buyers never compete with themselves for
 * the last tickets, and keep what they have when the new order is refused.
 * @returns undefined when another request did it first
 */
async function holdInstead(
  db: Database,
  form: SentForm,
  order: ShopOrder,
  { earlier, ...holding }: Holding & { earlier: Checkout },
): Promise<Checkout | undefined> {
  const request = requestOf(order, holding);
  const { organizationId, eventId, now } = request;
  const checkout = await changePlaces(db, request, async (tx, places) => {
    if (!(await claimForm(tx, form, { now, instead: earlier.id }))) return undefined;
    if (isReplaceable(await lockCheckout(tx, organizationId, earlier.id), eventId, now)) {
      await releasePlaces(tx, places, await endOpenHold(tx, places, earlier.id, now));
      savePlaces(tx, places, now);
    }
    const held = await holdOne(tx, request);
    await saveCheckoutOfForm(tx, form, held.id);
    return held;
  });
  if (checkout) placesHeld.inc(checkout.quantity);
  return checkout;
}

const requestOf = ({ event, lines, ...order }: ShopOrder, { holdSeconds, now }: Holding): CheckoutRequest => ({
  organizationId: event.organizationId,
  eventId: event.id,
  lines,
  isItemized: true,
  customer: order.customer,
  language: order.language,
  successUrl: order.successUrl,
  cancelUrl: order.cancelUrl,
  promoCode: order.promoCode,
  buyerReference: null,
  attendees: [],
  channel: 'shop',
  attribution: order.attribution,
  holdSeconds,
  now,
});
