import sql from 'sql-template-tag';
import { type Tx, write } from '../platform/database/database.ts';
import type { Uuid } from '../values/uuid.ts';

/** Places of the checkout `c`, without add-ons and without tickets that were refunded or cancelled. */
const placesLeft = (organizationId: Uuid) => sql`(
  select coalesce(sum(l.quantity), 0) - (
           select count(*) from orders o
             join tickets t on t.organization_id = o.organization_id and t.order_id = o.id
             join ticket_tiers tier on tier.organization_id = t.organization_id and tier.id = t.tier_id
            where o.organization_id = ${organizationId} and o.checkout_id = c.id
              and t.status in ('refunded', 'cancelled') and tier.admission)
    from checkout_lines l
    join ticket_tiers tier on tier.organization_id = l.organization_id and tier.id = l.tier_id
   where l.organization_id = ${organizationId} and l.checkout_id = c.id and tier.admission)`;

/**
 * Counts the places of all live holds and orders of an event, which begins to limit its buyers. Their number is that of
 * its checkouts, so it may take longer than a request usually does. The event is locked.
 */
export async function countBuyerPlaces(tx: Tx, { organizationId, eventId }: { organizationId: Uuid; eventId: Uuid }) {
  await tx.liftTimeLimit();
  await tx.query(sql`
    with uncounted as (
      select c.id from checkouts c
       where c.organization_id = ${organizationId} and c.event_id = ${eventId} and c.buyer_places is null
         and c.status in ('open', 'processing', 'completed')
       order by c.id for update)
    update checkouts c
       set buyer_places = ${placesLeft(organizationId)}
     where c.organization_id = ${organizationId} and c.id = any(array(select id from uncounted))`);
}

/**
 * Counts the places of checkouts that are completed by late money, where the event began to limit its buyers after
 * their hold.
 */
export function countLatePlaces(tx: Tx, organizationId: Uuid, checkoutIds: Uuid[]) {
  write(
    tx,
    sql`
    update checkouts c set buyer_places = ${placesLeft(organizationId)}
     where c.organization_id = ${organizationId} and c.id = any(${checkoutIds}::uuid[]) and c.buyer_places is null`,
  );
}

/** The buyers of these orders may buy again what was refunded, where the event limits its buyers. */
export function subtractReturnedPlaces(tx: Tx, organizationId: Uuid, orderIds: Uuid[]) {
  write(
    tx,
    sql`
    update checkouts c set buyer_places = ${placesLeft(organizationId)}
      from orders o
     where o.organization_id = ${organizationId} and o.id = any(${orderIds}::uuid[])
       and c.organization_id = o.organization_id and c.id = o.checkout_id and c.buyer_places is not null`,
  );
}
