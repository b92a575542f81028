import { movePlaces, type Places, type Sales } from '../events/places.ts';
import { recordCancelledMails, recordMails } from '../mail/record-mail.ts';
import { payBack } from '../orders/pay-back.ts';
import { liftTimeLimit, type Tx } from '../platform/database/database.ts';
import { releasePromoCodes } from '../promo-codes/promo-holds.ts';
import { releaseSeats, releaseSeatsOfTickets } from '../seating/change-seats.ts';
import { cancelTickets } from '../tickets/return-tickets.ts';
import type { Uuid } from '../values/uuid.ts';
import { cancelHolds, type EndedHold, expireOverdue, expireUnanswered } from './hold-queries.ts';

/** How long places wait for a provider that does not answer; after that the money, if it comes, is late money. */
export const UNANSWERED_MS = 600_000;

/** Holds that were over before this time are released even though a payment is under way for them. */
export const unansweredBefore = (now: Date): Date => new Date(now.getTime() - UNANSWERED_MS);

/**
 * Ends the holds whose time is over and that no payment is under way for, or whose payment the provider told nothing
 * about for too long. The caller holds the event's lock and saves.
 */
export async function releaseOverdueHolds(tx: Tx, places: Places, now: Date): Promise<void> {
  await giveBack(tx, places, await endOverdueHolds(tx, places, now));
}

/** The first half of `releaseOverdueHolds`, for who does not wait for it: the places are not given back yet. */
export async function endOverdueHolds(
  tx: Tx,
  { organizationId, eventId }: { organizationId: Uuid; eventId: Uuid },
  now: Date,
): Promise<EndedHold[]> {
  const ended = await Promise.all([
    expireOverdue(tx, organizationId, eventId, now),
    expireUnanswered(tx, organizationId, eventId, unansweredBefore(now)),
  ]);
  return ended.flat();
}

/** The event is cancelled: holds end, valid tickets are cancelled and their money is owed. Late money is refunded too. */
async function cancelSales(tx: Tx, places: Places, now: Date): Promise<void> {
  const { organizationId, eventId } = places;
  // A stadium is written at once: of 200,000 orders one statement takes longer than any request may.
  await liftTimeLimit(tx);
  // A checkout whose time was over before stays expired: its buyer must not read another reason the next day.
  await releaseOverdueHolds(tx, places, now);
  await giveBack(tx, places, await cancelHolds(tx, organizationId, eventId));
  const tickets = await cancelTickets(tx, organizationId, eventId, now);
  for (const { tierId } of tickets) movePlaces(places, tierId, { sold: -1 });
  releaseSeatsOfTickets(tx, places, tickets);
  const returns = await payBack(tx, tickets, { organizationId, reason: 'The event was cancelled.', now });
  const mails = returns.map(({ orderId, tickets: count, amountCentavos }) => ({
    kind: 'event_cancelled' as const,
    orderId,
    details: { tickets: count, amount_centavos: amountCentavos },
  }));
  recordMails(tx, organizationId, mails, now);
  recordCancelledMails(
    tx,
    organizationId,
    tickets.map(({ id }) => id),
    now,
  );
}

/** Places, seats and promo codes that these checkouts held are free again. */
export async function giveBack(tx: Tx, places: Places, holds: EndedHold[]): Promise<void> {
  for (const { tierId, quantity } of holds) movePlaces(places, tierId, { held: -quantity });
  releaseSeats(tx, places, holds);
  const promoCodeIds = holds.flatMap(({ promoCodeId }) => promoCodeId ?? []);
  releasePromoCodes(tx, places.organizationId, promoCodeIds);
}

export const sales: Sales = { releaseOverdueHolds, cancelSales };
