import sql from 'sql-template-tag';
import type { Tx } from '../platform/database/database.ts';
import type { Uuid } from '../values/uuid.ts';
import type { Attendee } from './attendee.ts';

/** An empty list of attendees is stored as `null`, which keeps most checkouts small. */
export const attendeesColumn = (attendees: Attendee[]): string | null =>
  attendees.length === 0 ? null : JSON.stringify(attendees);

/**
 * Saves nothing if the checkout was paid meanwhile, because its tickets exist already, or has another number of tickets.
 * @returns whether they were saved
 */
export async function saveAttendees(
  tx: Tx,
  { organizationId, checkoutId, quantity }: { organizationId: Uuid; checkoutId: Uuid; quantity: number },
  attendees: Attendee[],
) {
  const rows = await tx.query(sql`
    update checkouts set attendees = ${attendeesColumn(attendees)}::jsonb
     where organization_id = ${organizationId} and id = ${checkoutId} and status = 'open' and quantity = ${quantity}
    returning 1`);
  return rows.length > 0;
}

/** Replaces the attendees of a completed checkout, which is locked: they are those of its tickets. */
export async function replaceAttendees(tx: Tx, organizationId: Uuid, checkoutId: Uuid, attendees: Attendee[]) {
  await tx.query(sql`
    update checkouts set attendees = ${attendeesColumn(attendees)}::jsonb
     where organization_id = ${organizationId} and id = ${checkoutId}`);
}

export async function saveConsent(
  tx: Tx,
  consent: { organizationId: Uuid; checkoutId: Uuid; text: string; givenAt: Date },
) {
  await tx.query(sql`
    insert into consents (organization_id, checkout_id, text, given_at)
    values (${consent.organizationId}, ${consent.checkoutId}, ${consent.text}, ${consent.givenAt})
    on conflict (organization_id, checkout_id) do update set text = excluded.text, given_at = excluded.given_at`);
}
