import type { Tx } from '../database/database.ts';
import { movePlaces, type Places, type Sales } from '../events/places.ts';
import { payBack } from '../orders/pay-back.ts';
import { cancelTickets } from '../tickets/return-tickets.ts';
import { cancelHolds, type EndedHold, expireOverdue } from './queries.ts';

/** Ends the holds whose time is over and that no payment is under way for. The caller holds the event's lock and saves. */
export async function releaseOverdueHolds(tx: Tx, places: Places, now: Date): Promise<void> {
  giveBack(places, await expireOverdue(tx, places.organizationId, places.eventId, now));
}

/** The event is cancelled: holds end, valid tickets are cancelled and their money is owed. Late money is refunded too. */
async function cancelSales(tx: Tx, places: Places, now: Date): Promise<void> {
  const { organizationId, eventId } = places;
  giveBack(places, await cancelHolds(tx, organizationId, eventId));
  const tickets = await cancelTickets(tx, organizationId, eventId);
  for (const { tierId } of tickets) movePlaces(places, tierId, { sold: -1 });
  await payBack(tx, tickets, { organizationId, reason: 'the event was cancelled', now });
}

export function giveBack(places: Places, holds: EndedHold[]) {
  for (const { tierId, quantity } of holds) movePlaces(places, tierId, { held: -quantity });
}

export const sales: Sales = { releaseOverdueHolds, cancelSales };
