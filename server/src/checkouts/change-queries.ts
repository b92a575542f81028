import sql from 'sql-template-tag';
import { type Tx, write } from '../platform/database/database.ts';
import { attendeesColumn } from './answer-queries.ts';
import type { Checkout, CheckoutLine } from './checkout.ts';
import { insertLines } from './queries.ts';

/* Queries that change an open checkout. The event and the checkout are locked. */

export function saveLines(tx: Tx, checkout: Checkout, lines: CheckoutLine[]) {
  const { organizationId, id } = checkout;
  write(tx, sql`delete from checkout_lines where organization_id = ${organizationId} and checkout_id = ${id}`);
  insertLines(tx, [{ ...checkout, lines }]);
}

/** Saves what a buyer may change before paying, except the lines. */
export function saveChanges(tx: Tx, checkout: Checkout) {
  const { organizationId, id, customer } = checkout;
  write(
    tx,
    sql`
    update checkouts
       set quantity = ${checkout.quantity}, subtotal_centavos = ${checkout.subtotalCentavos},
           discount_centavos = ${checkout.discountCentavos}, promo_code_id = ${checkout.promoCodeId},
           customer_name = ${customer.name}, customer_email = ${customer.email}, customer_phone = ${customer.phone},
           buyer_places = ${checkout.buyerPlaces}, attendees = ${attendeesColumn(checkout.attendees)}::jsonb
     where organization_id = ${organizationId} and id = ${id}`,
  );
}
