import sql from 'sql-template-tag';
import { type Tx, write } from '../platform/database/database.ts';
import { insertAllInto } from '../platform/database/table.ts';
import type { Uuid } from '../values/uuid.ts';
import type { Attendee } from './attendee.ts';
import type { Checkout } from './checkout.ts';
import { type AnswerRow, answersTable } from './tables.ts';

/** An empty list of attendees is stored as `null`, which keeps most checkouts small. */
export const attendeesColumn = (attendees: Attendee[]): string | null =>
  attendees.length === 0 ? null : JSON.stringify(attendees);

/** Saves nothing if the checkout was paid meanwhile, because its tickets exist already. @returns whether it was open */
export async function saveAttendees(tx: Tx, organizationId: Uuid, checkoutId: Uuid, attendees: Attendee[]) {
  const rows = await tx.query(sql`
    update checkouts set attendees = ${attendeesColumn(attendees)}::jsonb
     where organization_id = ${organizationId} and id = ${checkoutId} and status = 'open'
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

export type NewAnswer = Pick<AnswerRow, 'checkoutId' | 'ticket' | 'questionId' | 'label' | 'value'>;

/** Inserts at least one answer. */
export function insertAnswers(tx: Tx, event: { organizationId: Uuid; eventId: Uuid }, answers: NewAnswer[]) {
  write(tx, insertAllInto(answersTable, event, answers));
}

/** Saves nothing unless the checkout is open. @returns whether it was */
export async function replaceAnswers(
  tx: Tx,
  { organizationId, eventId, id }: Pick<Checkout, 'organizationId' | 'eventId' | 'id'>,
  answers: Omit<NewAnswer, 'checkoutId'>[],
): Promise<boolean> {
  const open = await tx.query(sql`
    select 1 from checkouts
     where organization_id = ${organizationId} and id = ${id} and status = 'open' for update`);
  if (open.length === 0) return false;
  await tx.query(sql`delete from answers where organization_id = ${organizationId} and checkout_id = ${id}`);
  const rows = answers.map((answer) => ({ ...answer, checkoutId: id }));
  if (rows.length > 0) insertAnswers(tx, { organizationId, eventId }, rows);
  return true;
}
