import type { Tx } from '../database/database.ts';
import type { Places } from '../events/places.ts';
import type { Uuid } from '../uuid.ts';
import { endClaimsOfCheckouts, endClaimsOfTickets, markSeatsSold } from './claim-queries.ts';

/**
 * What happens to seats after they were held, in the transaction of the checkout, order or ticket that it happens to and
 * under its event's lock. Nothing on a general admission event.
 */

/** Holds of these checkouts ended: their seats are free. */
export function releaseSeats(tx: Tx, places: Places, holds: { checkoutId: Uuid }[]): void {
  const ids = holds.map(({ checkoutId }) => checkoutId);
  if (places.seated && ids.length > 0) endClaimsOfCheckouts(tx, places.organizationId, ids);
}

/** These tickets were returned: their seats are free at once. */
export function releaseSeatsOfTickets(tx: Tx, places: Places, tickets: { id: Uuid }[]): void {
  const ids = tickets.map(({ id }) => id);
  if (places.seated && ids.length > 0) endClaimsOfTickets(tx, places.organizationId, ids);
}

/** The seats that checkouts hold are sold, each to its ticket, in order. */
export function sellSeats(tx: Tx, places: Places, ticketIds: Map<Uuid, Uuid[]>): void {
  if (places.seated && ticketIds.size > 0) markSeatsSold(tx, places.organizationId, ticketIds);
}
