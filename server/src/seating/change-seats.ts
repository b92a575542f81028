import { moveSeats, type Places } from '../events/places.ts';
import { sharesSeats } from '../events/sold-out.ts';
import type { Tx } from '../platform/database/database.ts';
import type { Uuid } from '../values/uuid.ts';
import { type ClaimsOf, countClaimsByTier, endClaims, markSeatsSold } from './claim-queries.ts';

/**
 * Changes of held seats, in the transaction that changes their checkout, order or ticket, under the event's lock. These
 * functions do nothing on a general admission event.
 */

/** Frees the seats of checkouts whose holds ended. */
export async function releaseSeats(tx: Tx, places: Places, holds: { checkoutId: Uuid }[]): Promise<void> {
  const checkoutIds = holds.map(({ checkoutId }) => checkoutId);
  if (places.seated && checkoutIds.length > 0) await release(tx, places, { checkoutIds });
}

/** Frees the seats of returned tickets. */
export async function releaseSeatsOfTickets(
  tx: Tx,
  places: Places,
  tickets: { checkoutId: Uuid; position: number }[],
): Promise<void> {
  if (places.seated && tickets.length > 0) await release(tx, places, { tickets });
}

/** Frees seats. Where tiers share seats, each of the tiers counts the freed seats. */
async function release(tx: Tx, places: Places, of: ClaimsOf) {
  const { organizationId } = places;
  const freed = sharesSeats(places) ? await countClaimsByTier(tx, organizationId, of) : [];
  for (const { tierId, seats } of freed) moveSeats(places, [tierId], -seats);
  endClaims(tx, organizationId, of);
}

/** Marks the held seats of checkouts as sold. Each seat belongs to the ticket with the same position. */
export function sellSeats(tx: Tx, places: Places, sales: { checkoutId: Uuid }[]): void {
  const ids = sales.map(({ checkoutId }) => checkoutId);
  if (places.seated && ids.length > 0) markSeatsSold(tx, places.organizationId, ids);
}
