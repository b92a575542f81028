import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';
import type { Uuid } from '../../values/uuid.ts';

export interface NamedSection {
  id: Uuid;
  label: string;
  tierIds: Uuid[];
}

/** The sections of a seated event; none for general admission. */
export const listNamedSections = (db: Queryable, organizationId: Uuid, eventId: Uuid): Promise<NamedSection[]> =>
  db.query<NamedSection>(sql`
    select id, label, tier_ids from seating_sections
     where organization_id = ${organizationId} and event_id = ${eventId} order by position`);

/** Tiers of which these buyers have tickets that are valid or used. Addresses are in lower case. */
export const listTiersOfBuyers = (
  db: Queryable,
  { organizationId, eventId }: { organizationId: Uuid; eventId: Uuid },
  emails: string[],
): Promise<{ email: string; tierId: Uuid }[]> =>
  db.query<{ email: string; tierId: Uuid }>(sql`
    select distinct lower(c.customer_email) as email, t.tier_id from checkouts c
      join orders o on o.organization_id = c.organization_id and o.checkout_id = c.id
      join tickets t on t.organization_id = o.organization_id and t.order_id = o.id
     where c.organization_id = ${organizationId} and lower(c.customer_email) = any(${emails}::text[])
       and c.erased_at is null and c.event_id = ${eventId} and t.status in ('valid', 'used')`);

/** The order numbers of orders that an import has just made, by order id. */
export async function listOrderNumbers(
  db: Queryable,
  organizationId: Uuid,
  orderIds: Uuid[],
): Promise<Map<Uuid, string>> {
  const rows = await db.query<{ id: Uuid; orderNumber: string }>(sql`
    select id, order_number from orders where organization_id = ${organizationId} and id = any(${orderIds}::uuid[])`);
  return new Map(rows.map(({ id, orderNumber }) => [id, orderNumber]));
}
