import type { Actor } from '../audit-log/actor.ts';
import { recordChanges } from '../audit-log/record-change.ts';
import { insertEntries } from '../box-office/queries.ts';
import { type CheckoutWithSeats, totalCentavos } from '../checkouts/checkout.ts';
import type { CheckoutRequest } from '../checkouts/checkout-request.ts';
import { holdTogether, type Outcome } from '../checkouts/create-checkouts.ts';
import { UNNAMED_BUYER } from '../orders/order.ts';
import type { Tx } from '../platform/database/database.ts';
import { pesosFromCentavos } from '../values/money.ts';
import type { Uuid } from '../values/uuid.ts';
import { type ByHand, completeTogether } from './payment/complete-checkouts.ts';

export interface ManualOrder
  extends ByHand,
    Pick<
      CheckoutRequest,
      | 'organizationId'
      | 'eventId'
      | 'lines'
      | 'isItemized'
      | 'attendees'
      | 'answers'
      | 'attribution'
      | 'language'
      | 'now'
    > {
  actor: Actor;
  customer: { name: string | null; email: string; phone: string | null };
  /** Where the page of its checkout leads, which nobody is sent to. */
  successUrl: string;
}

/**
 * Holds the places of box office orders of one event, under its lock. The times of the online sale, `max_per_buyer` and
 * required questions do not count. COMP takes the whole price off.
 * @returns one outcome for each, as `createCheckouts`
 */
export async function holdByHand(tx: Tx, orders: ManualOrder[]): Promise<Outcome[]> {
  const requests = orders.map(holdOf);
  const [first] = requests;
  return first ? (await holdTogether(tx, first, requests)).outcomes : [];
}

/** An order and the hold of its places, both made in this transaction. */
export interface HeldOrder {
  order: ManualOrder;
  hold: CheckoutWithSeats;
}

/**
 * Completes the holds, so that the orders take places like any other. All are of one event, one cashier and one moment.
 * @returns the ids of the orders, and the batch to count after the commit
 */
export async function sellByHand(tx: Tx, held: HeldOrder[]) {
  const [first] = held;
  if (!first) return { orderIds: [], batch: undefined };
  const { organizationId, actor, now } = first.order;
  const { outcomes, batch } = await completeTogether(tx, held.map(completionOf));
  const sold = held.map(({ order, hold }, index) => {
    const outcome = outcomes[index];
    if (outcome?.status !== 'fulfilled' || !outcome.value) throw new Error('a new hold was not completed');
    return { order, hold, orderId: outcome.value.orderId, amountCentavos: totalCentavos(hold) };
  });
  insertEntries(
    tx,
    { organizationId, actor, now },
    sold.map(({ order: { method: paymentMethod }, hold: { quantity: tickets }, orderId, amountCentavos }) => ({
      ...{ orderId, kind: 'sale', paymentMethod, tickets, amountCentavos },
    })),
  );
  const changes = sold.map(({ order, hold, orderId, amountCentavos }) => ({
    ...{ actor, action: 'order.created' as const, subjectId: orderId, before: null },
    after: {
      event_id: hold.eventId,
      quantity: hold.quantity,
      total_amount: pesosFromCentavos(amountCentavos),
      payment_method: order.method,
      reference: order.reference,
    },
  }));
  recordChanges(tx, organizationId, changes, now);
  return { orderIds: sold.map(({ orderId }): Uuid => orderId), batch };
}

const completionOf = ({ order, hold }: HeldOrder) => ({
  organizationId: order.organizationId,
  eventId: hold.eventId,
  checkoutId: hold.id,
  paid: null,
  byHand: {
    method: order.method,
    reference: order.reference,
    note: order.note,
    sendsTickets: order.sendsTickets,
  },
  language: hold.language,
  now: order.now,
});

const holdOf = ({ customer, method, ...order }: ManualOrder): CheckoutRequest => ({
  organizationId: order.organizationId,
  eventId: order.eventId,
  lines: order.lines,
  isItemized: order.isItemized,
  promoCode: null,
  customer: { ...customer, name: customer.name ?? UNNAMED_BUYER },
  language: order.language,
  buyerReference: null,
  attendees: order.attendees,
  answers: order.answers ?? [],
  successUrl: order.successUrl,
  cancelUrl: null,
  channel: 'box_office',
  attribution: order.attribution,
  holdSeconds: 0,
  isComplimentary: method === 'COMP',
  now: order.now,
});
