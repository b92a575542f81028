import sql from 'sql-template-tag';
import { liftTimeLimit, type Tx, write } from '../platform/database/database.ts';
import type { Uuid } from '../values/uuid.ts';

/**
 * Counts the places of all live holds and orders of an event, which begins to limit its buyers. Their number is that of
 * its checkouts, so it may take longer than a request usually does. The event is locked.
 */
export async function countBuyerPlaces(tx: Tx, { organizationId, eventId }: { organizationId: Uuid; eventId: Uuid }) {
  await liftTimeLimit(tx);
  await tx.query(sql`
    with uncounted as (
      select c.organization_id, c.id from checkouts c
       where c.organization_id = ${organizationId} and c.event_id = ${eventId} and c.buyer_places is null
         and c.status in ('open', 'processing', 'completed')
       order by c.id for update)
    update checkouts c
       set buyer_places = c.quantity - coalesce((
             select o.returned from orders o where o.organization_id = c.organization_id and o.checkout_id = c.id), 0)
      from uncounted where c.organization_id = uncounted.organization_id and c.id = uncounted.id`);
}

/** The buyers of these orders may buy again what was refunded, where the event limits its buyers. */
export function subtractReturnedPlaces(tx: Tx, organizationId: Uuid, orderIds: Uuid[]) {
  write(
    tx,
    sql`
    update checkouts c set buyer_places = o.quantity - o.returned
      from orders o
     where o.organization_id = ${organizationId} and o.id = any(${orderIds}::uuid[])
       and c.organization_id = o.organization_id and c.id = o.checkout_id and c.buyer_places is not null`,
  );
}
