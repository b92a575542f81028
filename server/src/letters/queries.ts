import assert from 'node:assert';
import sql from 'sql-template-tag';
import { checkoutRefusals } from '../checkouts/refusals.ts';
import type { Queryable } from '../platform/database/database.ts';
import type { Language } from '../values/language.ts';
import type { Uuid } from '../values/uuid.ts';

interface LateBuyerRow {
  customerName: string;
  language: Language | null;
  title: string;
  organizationName: string;
  color: string | null;
  logoUrl: string | null;
}

/** The buyer of a checkout whose payment made no order, and the event. */
export async function getLateBuyer(db: Queryable, organizationId: Uuid, checkoutId: Uuid) {
  const [row] = await db.query<LateBuyerRow>(sql`
    select c.customer_name, c.language, e.title, n.name as organization_name, n.color, n.logo_url
      from checkouts c
      join events e on e.organization_id = c.organization_id and e.id = c.event_id
      join organizations n on n.organization_id = c.organization_id
     where c.organization_id = ${organizationId} and c.id = ${checkoutId}`);
  if (!row) throw checkoutRefusals.checkout_not_found();
  return {
    name: row.customerName,
    language: row.language,
    title: row.title,
    organizer: { name: row.organizationName, color: row.color, logoUrl: row.logoUrl },
  };
}

/** The reader of a notice, who may no longer be a member, and the organization that sends it. */
export async function getNoticeReader(db: Queryable, organizationId: Uuid, userId: Uuid) {
  const [row] = await db.query<{ name: string; language: Language; organizationName: string; timeZone: string }>(sql`
    select u.name, u.language, o.name as organization_name, o.time_zone
      from users u cross join organizations o
     where u.id = ${userId} and o.organization_id = ${organizationId}`);
  assert(row, 'users and organizations are never deleted');
  return row;
}
