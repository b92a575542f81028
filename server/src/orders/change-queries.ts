import sql from 'sql-template-tag';
import { type Queryable, type Tx, write } from '../platform/database/database.ts';
import { insertInto } from '../platform/database/table.ts';
import type { Uuid } from '../values/uuid.ts';
import type { OrderChange } from './order-change.ts';
import { orderRefusals } from './refusals.ts';
import { orderChangesTable } from './tables.ts';

export function insertOrderChange(
  tx: Tx,
  { organizationId, orderId }: { organizationId: Uuid; orderId: Uuid },
  change: OrderChange & { id: Uuid },
) {
  const moves = JSON.stringify(change.moves);
  write(tx, insertInto(orderChangesTable, { organizationId, orderId, ...change, moves }));
}

/** The oldest first. */
export async function listOrderChanges(db: Queryable, organizationId: Uuid, orderId: Uuid): Promise<OrderChange[]> {
  return db.query<OrderChange>(sql`
    select id, difference_centavos, moves, created_at from order_changes
     where organization_id = ${organizationId} and order_id = ${orderId} order by id`);
}

export async function getCheckoutIdOfOrder(tx: Tx, organizationId: Uuid, orderId: Uuid): Promise<Uuid> {
  const [order] = await tx.query<{ checkoutId: Uuid }>(sql`
    select checkout_id from orders where organization_id = ${organizationId} and id = ${orderId}`);
  if (!order) throw orderRefusals.order_not_found();
  return order.checkoutId;
}

/** What an order costs after a change of its tickets. */
export function saveOrderPrice(
  tx: Tx,
  { organizationId, orderId }: { organizationId: Uuid; orderId: Uuid },
  { subtotalCentavos, discountCentavos }: { subtotalCentavos: number; discountCentavos: number },
) {
  write(
    tx,
    sql`
    update orders
       set subtotal_centavos = ${subtotalCentavos}, discount_centavos = ${discountCentavos},
           total_centavos = ${subtotalCentavos - discountCentavos}
     where organization_id = ${organizationId} and id = ${orderId}`,
  );
}
