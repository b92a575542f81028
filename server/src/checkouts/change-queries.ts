import sql from 'sql-template-tag';
import { type Tx, write } from '../platform/database/database.ts';
import { assignments } from '../platform/database/table.ts';
import type { Uuid } from '../values/uuid.ts';
import { attendeesColumn } from './answer-queries.ts';
import type { Checkout, CheckoutLine } from './checkout.ts';
import { customerColumns } from './customer.ts';
import { insertLines } from './queries.ts';
import { checkoutsTable } from './tables.ts';

/* Queries that change what checkouts contain. The event is locked, and so is a checkout that changes alone. */

export function saveLines(tx: Tx, checkout: Checkout, lines: CheckoutLine[]) {
  const { organizationId, id } = checkout;
  write(tx, sql`delete from checkout_lines where organization_id = ${organizationId} and checkout_id = ${id}`);
  insertLines(tx, [{ ...checkout, lines }]);
}

/** Saves what a buyer may change before paying, except the lines. */
export function saveChanges(tx: Tx, checkout: Checkout) {
  const { organizationId, id, quantity, subtotalCentavos, discountCentavos, promoCodeId, buyerPlaces } = checkout;
  const fields = {
    ...{ quantity, subtotalCentavos, discountCentavos, promoCodeId, buyerPlaces },
    ...customerColumns(checkout.customer),
    attendees: attendeesColumn(checkout.attendees),
  };
  write(
    tx,
    sql`
    update checkouts set ${assignments(checkoutsTable, fields)}
     where organization_id = ${organizationId} and id = ${id}`,
  );
}

/**
 * Clears the section in the lines of an event whose section has none of the `kept` labels and is about to be deleted.
 * Citus has no `on delete set null`. The event has nothing that is sold or held.
 */
export async function forgetSections(
  tx: Tx,
  { organizationId, eventId, kept }: { organizationId: Uuid; eventId: Uuid; kept: string[] },
): Promise<void> {
  await tx.query(sql`
    update checkout_lines l set section_id = null
      from seating_sections s
     where l.organization_id = ${organizationId} and l.section_id = s.id
       and s.organization_id = ${organizationId} and s.event_id = ${eventId} and s.label <> all(${kept}::text[])`);
}
