import type { Places } from '../events/places.ts';
import type { Tx } from '../platform/database/database.ts';
import type { Uuid } from '../values/uuid.ts';
import { endClaimsOfCheckouts, endClaimsOfTickets, markSeatsSold } from './claim-queries.ts';

/**
 * What happens to seats after they were held, in the transaction of the checkout, order or ticket that it happens to
 * and
 * under its event's lock. Nothing on a general admission event.
 */

/** Holds of these checkouts ended: their seats are free. */
export function releaseSeats(tx: Tx, places: Places, holds: { checkoutId: Uuid }[]): void {
  const ids = holds.map(({ checkoutId }) => checkoutId);
  if (places.seated && ids.length > 0) endClaimsOfCheckouts(tx, places.organizationId, ids);
}

/** These tickets were returned: their seats are free at once. */
export function releaseSeatsOfTickets(tx: Tx, places: Places, tickets: { checkoutId: Uuid; position: number }[]): void {
  if (places.seated && tickets.length > 0) endClaimsOfTickets(tx, places.organizationId, tickets);
}

/** The seats that checkouts hold are sold: each is the ticket's that has its position. */
export function sellSeats(tx: Tx, places: Places, sales: { checkoutId: Uuid }[]): void {
  const ids = sales.map(({ checkoutId }) => checkoutId);
  if (places.seated && ids.length > 0) markSeatsSold(tx, places.organizationId, ids);
}
