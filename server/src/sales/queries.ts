import sql from 'sql-template-tag';
import { anyOf } from '../platform/database/any-of.ts';
import { readTogether } from '../platform/lanes/read-together.ts';
import type { Uuid } from '../values/uuid.ts';

/** The order of a completed checkout, and where its buyer continues. */
export interface Sale {
  orderId: Uuid;
  successUrl: string;
}

export const findSale = readTogether<Sale>('reads of sales', async (db, organizationId, checkoutIds) => {
  const rows = await db.query<{ checkoutId: Uuid; orderId: Uuid; successUrl: string }>(sql`
    select o.checkout_id, o.id as order_id, c.success_url from orders o
      join checkouts c on c.organization_id = o.organization_id and c.id = o.checkout_id
     where o.organization_id = ${organizationId} and o.checkout_id = ${anyOf(checkoutIds)}`);
  return new Map(rows.map((row) => [row.checkoutId, { orderId: row.orderId, successUrl: row.successUrl }]));
});
