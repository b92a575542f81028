import type { Tx } from '../database/database.ts';
import type { Places } from '../events/places.ts';
import type { Uuid } from '../uuid.ts';
import { endClaimsOfCheckouts, endClaimsOfTickets, markSeatsSold } from './claim-queries.ts';

/**
 * What happens to seats after they were held, in the transaction of the checkout, order or ticket that it happens to and
 * under its event's lock. Nothing on a general admission event.
 */

/** Holds of these checkouts ended: their seats are free. */
export async function releaseSeats(tx: Tx, places: Places, holds: { checkoutId: Uuid }[]): Promise<void> {
  const ids = holds.map(({ checkoutId }) => checkoutId);
  if (places.seated && ids.length > 0) await endClaimsOfCheckouts(tx, places.organizationId, ids);
}

/** These tickets were returned: their seats are free at once. */
export async function releaseSeatsOfTickets(tx: Tx, places: Places, tickets: { id: Uuid }[]): Promise<void> {
  const ids = tickets.map(({ id }) => id);
  if (places.seated && ids.length > 0) await endClaimsOfTickets(tx, places.organizationId, ids);
}

/** The seats that checkouts hold are sold, each to its ticket, in order. */
export async function sellSeats(tx: Tx, places: Places, ticketIds: Map<Uuid, Uuid[]>): Promise<void> {
  if (places.seated && ticketIds.size > 0) await markSeatsSold(tx, places.organizationId, ticketIds);
}
