import { createHmac } from 'node:crypto';
import { type Attribution, type Checkout, statusAt } from '../checkouts/checkout.ts';
import type { RequestedLine } from '../checkouts/checkout-request.ts';
import { createCheckout } from '../checkouts/create-checkout.ts';
import { getCheckout } from '../checkouts/queries.ts';
import type { PaymentProviders } from '../payments/providers.ts';
import type { Database } from '../platform/database/database.ts';
import { placesHeld } from '../platform/metrics/service-metrics.ts';
import { pause } from '../platform/work/pause.ts';
import { expireIfOpen } from '../sales/expire-checkout.ts';
import type { Language } from '../values/language.ts';
import { tokenHash } from '../values/token.ts';
import { claimForm, deleteForm, findForm, forgetOrder, type SentForm, saveCheckoutOfForm } from './form-queries.ts';
import { shopRefusals } from './refusals.ts';
import type { ShopEvent } from './shop-event.ts';

/** What a buyer chose on the page of an event. */
export interface ShopOrder {
  event: ShopEvent;
  /** Random, and the same when the form is sent again. */
  token: string;
  lines: RequestedLine[];
  customer: { name: string; email: string; phone: string | null };
  /** Entered on the page of the event; null: none. */
  promoCode: string | null;
  language: Language;
  successUrl: string;
  cancelUrl: string;
  attribution: Attribution;
}

interface Holding {
  providers: PaymentProviders;
  holdSeconds: number;
  now: Date;
}

/** A double press: the first request usually answers within a fraction of this. */
const WAIT_MS = 100;
const WAITS = 50;
const RETRY_SECONDS = 5;

/**
 * Holds places for a form of the shop, once: the same form sent again, at the same time too, gets the same checkout while
 * that holds places or is paid.
 * @throws Refusal as `createCheckout`; 429 when the first of two equal requests takes too long
 */
export async function buy(db: Database, form: SentForm, order: ShopOrder, holding: Holding): Promise<Checkout> {
  for (let waits = 0; waits < WAITS; waits++) {
    if (await claimForm(db, form, holding.now)) return holdFor(db, form, order, holding);
    const earlier = await findEarlier(db, form, holding);
    if (earlier) return earlier;
  }
  throw shopRefusals.order_in_progress({ retry_after_seconds: RETRY_SECONDS });
}

/**
 * The checkout that this form already led to. If its content has changed since, because the buyer came back, its earlier
 * hold is ended first: buyers never compete with themselves for the last tickets.
 * @returns undefined when the form is new, changed, or its checkout has ended
 */
export async function findEarlier(db: Database, form: SentForm, holding: Holding): Promise<Checkout | undefined> {
  const { organizationId, tokenHash: hash } = form;
  for (let waits = 0; waits < WAITS; waits++) {
    const sent = await findForm(db, organizationId, hash);
    if (!sent) return undefined;
    if (sent.checkoutId) {
      const checkout = await getCheckout(db, organizationId, sent.checkoutId);
      if (sent.contentHash.equals(form.contentHash) && isAlive(checkout, holding.now)) return checkout;
      await endHold(db, checkout, holding);
      await forgetOrder(db, form, checkout.id);
      return undefined;
    }
    await pause(WAIT_MS);
  }
  throw shopRefusals.order_in_progress({ retry_after_seconds: RETRY_SECONDS });
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

async function holdFor(
  db: Database,
  form: SentForm,
  { event, lines, ...order }: ShopOrder,
  { holdSeconds, now }: Holding,
): Promise<Checkout> {
  try {
    const checkout = await createCheckout(db, {
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
    placesHeld.inc(checkout.quantity);
    await saveCheckoutOfForm(db, form, checkout.id);
    return checkout;
  } catch (error) {
    await deleteForm(db, form);
    throw error;
  }
}

/** Ends the hold of a form that was changed. A payment that goes on keeps its places. */
async function endHold(db: Database, checkout: Checkout, { providers, ...expire }: Holding) {
  if (statusAt(checkout, expire.now) !== 'open' || checkout.paymentStarted) return;
  const { organizationId, id: checkoutId } = checkout;
  await expireIfOpen(db, providers, { organizationId, checkoutId, ...expire });
}
