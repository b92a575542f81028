import type { Places } from '../events/places.ts';
import type { Tx } from '../platform/database/database.ts';
import type { Uuid } from '../values/uuid.ts';
import { endClaimsOfCheckouts, endClaimsOfTickets, markSeatsSold } from './claim-queries.ts';

/**
 * Changes of held seats, in the transaction that changes their checkout, order or ticket, under the event's lock. These
 * functions do nothing on a general admission event.
 */

/** Frees the seats of checkouts whose holds ended. */
export function releaseSeats(tx: Tx, places: Places, holds: { checkoutId: Uuid }[]): void {
  const ids = holds.map(({ checkoutId }) => checkoutId);
  if (places.seated && ids.length > 0) endClaimsOfCheckouts(tx, places.organizationId, ids);
}

/** Frees the seats of returned tickets. */
export function releaseSeatsOfTickets(tx: Tx, places: Places, tickets: { checkoutId: Uuid; position: number }[]): void {
  if (places.seated && tickets.length > 0) endClaimsOfTickets(tx, places.organizationId, tickets);
}

/** Marks the held seats of checkouts as sold. Each seat belongs to the ticket with the same position. */
export function sellSeats(tx: Tx, places: Places, sales: { checkoutId: Uuid }[]): void {
  const ids = sales.map(({ checkoutId }) => checkoutId);
  if (places.seated && ids.length > 0) markSeatsSold(tx, places.organizationId, ids);
}
