import sql, { type Sql } from 'sql-template-tag';
import type { Queryable } from '../platform/database/database.ts';
import type { Uuid } from '../values/uuid.ts';

/** Sorts after every character of an order number. */
const AFTER_ALL = 'a';

/** Condition: the number of order `o` begins so. A range, which the index of the number finds under every plan. */
export const numberBegins = (beginning: string): Sql =>
  sql`o.order_number >= ${beginning} and o.order_number < ${beginning + AFTER_ALL}`;

/** Whether the organization has an order whose number begins so. */
export async function hasOrderNumber(db: Queryable, organizationId: Uuid, beginning: string): Promise<boolean> {
  const rows = await db.query(sql`
    select 1 from orders o where o.organization_id = ${organizationId} and ${numberBegins(beginning)} limit 1`);
  return rows.length > 0;
}
