import sql from 'sql-template-tag';
import type { Tx } from '../database/database.ts';
import type { Places } from './places.ts';

/** One statement for the event and all its tiers; the CHECK constraints refuse sizes below what is sold and held. */
export async function saveSeatSizes(tx: Tx, places: Places, now: Date) {
  const { organizationId, eventId, tiers } = places;
  await tx.query(sql`
    with event as (
      update events
         set seated = true, capacity = ${places.capacity}, blocked = ${places.blocked}, status = ${places.status},
             sold_out_by_service = ${places.soldOutByService}, updated_at = ${now}
       where organization_id = ${organizationId} and id = ${eventId})
    update ticket_tiers t
       set quantity_total = size.quantity_total, blocked = size.blocked
      from unnest(${tiers.map(({ id }) => id)}::uuid[], ${tiers.map((tier) => tier.quantityTotal)}::int[],
                  ${tiers.map((tier) => tier.blocked)}::int[]) as size (tier_id, quantity_total, blocked)
     where t.organization_id = ${organizationId} and t.id = size.tier_id`);
}
