import assert from 'node:assert';
import type { Actor } from '../../audit-log/actor.ts';
import { recordChange } from '../../audit-log/record-change.ts';
import { saveChanges, saveLines } from '../../checkouts/change-queries.ts';
import { subtotalOf } from '../../checkouts/checkout.ts';
import { lockCheckout } from '../../checkouts/queries.ts';
import { releaseOverdueHolds } from '../../checkouts/release-holds.ts';
import { changePlaces } from '../../events/change-places.ts';
import { movePlaces, type Places, savePlaces } from '../../events/places.ts';
import { recordMails } from '../../mail/record-mail.ts';
import { getCheckoutIdOfOrder, insertOrderChange, saveOrderPrice } from '../../orders/change-queries.ts';
import type { OrderChange } from '../../orders/order-change.ts';
import { getOrder } from '../../orders/queries.ts';
import { recordPriceDifference } from '../../orders/record-sales.ts';
import { isRefundedByProvider } from '../../payments/record-refund.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import { recordAttendeeMails } from '../../tickets/mails/record-ticket-mails.ts';
import { recordPassChanges } from '../../tickets/wallet/record-pass-changes.ts';
import { pesosFromCentavos } from '../../values/money.ts';
import { sumOf } from '../../values/sum-of.ts';
import { newId, type Uuid } from '../../values/uuid.ts';
import { recordNotifications } from '../../webhooks/record-notification.ts';
import { changeRefusals } from './change-refusals.ts';
import { linesAfter } from './lines-after.ts';
import { planMoves } from './plan-moves.ts';
import type { PlannedMove, WantedPlace } from './planned-move.ts';
import { getTicketStatus, markTicketsMoved } from './queries.ts';
import { type HowToSettle, requireMethod, settleDifference } from './settle-difference.ts';

interface WantedChange extends HowToSettle {
  organizationId: Uuid;
  actor: Actor;
  orderId: Uuid;
  /** At least one. */
  wanted: WantedPlace[];
  /** The difference that the buyer agreed to; null: whatever it is. */
  agreedCentavos: number | null;
  /** Only tells the difference. The order stays as it is. */
  isPreview: boolean;
  /** Called when a provider would give money back. @throws Refusal 403 when the caller may not refund */
  requireRefundAccess(): void;
  now: Date;
}

/**
 * Moves valid tickets of an order to other tiers or seats: all of them or none. They keep their numbers, codes and
 * holders. The new places are taken from those on free sale, and the former ones are free in the same step. Overdue
 * holds are released first, also for a preview. What the tickets cost more is paid by hand, what they cost less is
 * given back. One of several concurrent changes to a place succeeds. If a ticket is checked in or refunded while it is
 * changed, the first of the two wins.
 * @throws Refusal 400, 404, 409 as `planMoves`; 400 when the payment method is missing; 403 when a provider would give
 * money back and the caller may not refund, of a preview, too; 409 when the event is over, the difference is another
 * one, or a ticket was used meanwhile
 */
export async function changeOrder(db: Database, change: WantedChange): Promise<OrderChange> {
  const { organizationId, orderId } = change;
  const { event } = await getOrder(db, organizationId, orderId);
  return changePlaces(db, { organizationId, eventId: event.id }, (tx, places) => changeUnderLock(tx, places, change));
}

async function changeUnderLock(tx: Tx, places: Places, change: WantedChange): Promise<OrderChange> {
  const { organizationId, orderId, now } = change;
  const { status } = places;
  if (status === 'cancelled' || status === 'completed') throw changeRefusals.event_over({ status });
  // Read under the event's lock, which refunds and an erasure of the buyer's data take, too.
  const order = await getOrder(tx, organizationId, orderId);
  await releaseOverdueHolds(tx, places, now);
  // Now, because planning takes seats in memory, and a preview ends after it.
  savePlaces(tx, places, now);
  const isComplimentary = order.paymentMethod === 'COMP';
  const { moves, seats } = await planMoves(tx, places, { ...change, isComplimentary });
  const differenceCentavos = sumOf(moves, (move) => move.to.amountCentavos - move.ticket.amountCentavos);
  if (change.agreedCentavos !== null && change.agreedCentavos !== differenceCentavos)
    throw changeRefusals.difference_changed({ difference: pesosFromCentavos(differenceCentavos) });
  const isGivenBack = differenceCentavos < 0 && !change.givesBackByHand;
  if (isGivenBack && (await isRefundedByProvider(tx, organizationId, orderId))) change.requireRefundAccess();
  const planned = { differenceCentavos, createdAt: now, moves: moves.map(moveOf) };
  if (change.isPreview) return { id: null, ...planned };
  requireMethod(change, order, differenceCentavos);

  const made = { id: newId(now), ...planned };
  await saveTickets(tx, change, moves);
  for (const { ticket, to } of moves) {
    movePlaces(places, ticket.tierId, { sold: -1 });
    movePlaces(places, to.tierId, { sold: 1 });
  }
  const checkout = await lockCheckout(tx, organizationId, await getCheckoutIdOfOrder(tx, organizationId, orderId));
  seats.save(
    checkout.id,
    moves.flatMap(({ ticket: { position }, taken }) => (taken ? { position, ...taken } : [])),
  );
  const lines = linesAfter(checkout.lines, new Map(moves.map((move) => [move.ticket.position, lineOf(move)])));
  const subtotalCentavos = subtotalOf(lines);
  const discountCentavos = subtotalCentavos - (order.totalCentavos + differenceCentavos);
  saveLines(tx, checkout, lines);
  saveChanges(tx, { ...checkout, subtotalCentavos, discountCentavos });
  saveOrderPrice(tx, change, { subtotalCentavos, discountCentavos });
  insertOrderChange(tx, change, made);
  recordPriceDifference(tx, organizationId, {
    ...order,
    eventId: places.eventId,
    differenceCentavos,
    discountChangeCentavos: discountCentavos - order.discountCentavos,
  });
  const byHandCentavos = await settleDifference(tx, change, { order, checkoutId: checkout.id, change: made });
  savePlaces(tx, places, now);
  announce(tx, change, { eventId: places.eventId, customer: order.customer, change: made, byHandCentavos });
  return made;
}

const lineOf = ({ to, sectionId }: PlannedMove) => ({
  tierId: to.tierId,
  sectionId,
  unitPriceCentavos: to.priceCentavos,
  priceChosen: false,
});

const moveOf = ({ ticket, to }: PlannedMove): OrderChange['moves'][number] => ({
  ticketId: ticket.id,
  ticketNumber: ticket.ticketNumber,
  from: {
    tierId: ticket.tierId,
    tierName: ticket.tierName,
    priceCentavos: ticket.priceCentavos,
    amountCentavos: ticket.amountCentavos,
    seat: ticket.seat,
  },
  to,
});

/** @throws Refusal 409 when a check-in was faster, which does not lock the event */
async function saveTickets(tx: Tx, change: WantedChange, moves: PlannedMove[]) {
  const moved = await markTicketsMoved(tx, change, moves, change.now);
  recordPassChanges(tx, change.organizationId, [...moved], change.now);
  const missed = moves.find(({ ticket }) => !moved.has(ticket.id));
  if (!missed) return;
  const status = await getTicketStatus(tx, change.organizationId, missed.ticket.id);
  assert(status !== 'valid', 'an undo of its check-in waits for the event');
  throw changeRefusals.ticket_not_changeable({ ticket_id: missed.ticket.id, status });
}

interface Announced {
  eventId: Uuid;
  customer: { name: string; email: string };
  change: OrderChange & { id: Uuid };
  /** What of a negative difference the organizer gives back. */
  byHandCentavos: number;
}

/**
 * The buyer and the attendees get their tickets again, programs a notification of each, and the audit log the change.
 */
function announce(tx: Tx, { organizationId, actor, orderId, now }: WantedChange, announced: Announced) {
  const { eventId, customer, change, byHandCentavos } = announced;
  const { differenceCentavos, moves } = change;
  const details = { difference_centavos: differenceCentavos, by_hand_centavos: byHandCentavos };
  recordMails(tx, organizationId, [{ kind: 'places_changed', recipient: customer.email, orderId, details }], now);
  const ticketIds = moves.map(({ ticketId }) => ticketId);
  // The difference is the buyer's.
  const ofNone = { difference_centavos: 0, by_hand_centavos: 0 };
  recordAttendeeMails(tx, organizationId, { kind: 'places_changed', ticketIds, details: ofNone }, now);
  const difference = pesosFromCentavos(differenceCentavos);
  recordNotifications(
    tx,
    organizationId,
    [
      ...moves.map(({ ticketId, to }) => ({
        type: 'ticket.changed' as const,
        data: {
          ticket_id: ticketId,
          event_id: eventId,
          customer: { name: customer.name },
          amount: pesosFromCentavos(to.amountCentavos),
        },
      })),
      {
        type: 'order.changed',
        data: { order_id: orderId, event_id: eventId, ticket_ids: ticketIds, difference },
      },
    ],
    now,
  );
  const fields = {
    before: { tickets: moves.map(({ ticketNumber, from }) => loggedPlace(ticketNumber, from)) },
    after: {
      tickets: moves.map(({ ticketNumber, to }) => loggedPlace(ticketNumber, to)),
      difference,
    },
  };
  recordChange(tx, { organizationId, actor, action: 'order.changed', subjectId: orderId, ...fields, now });
}

const loggedPlace = (ticketNumber: string, { tierName, seat }: OrderChange['moves'][number]['to']) =>
  [ticketNumber, tierName, seat && `${seat.section} ${seat.row}-${seat.seat}`].filter(Boolean).join(' · ');
