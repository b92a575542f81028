import sql from 'sql-template-tag';
import { type Tx, write } from '../platform/database/database.ts';
import { insertAllInto } from '../platform/database/table.ts';
import type { Uuid } from '../values/uuid.ts';
import type { Attendee } from './attendee.ts';
import { type AnswerRow, answersTable } from './tables.ts';

interface OpenCheckout {
  organizationId: Uuid;
  checkoutId: Uuid;
  /** The number of tickets that the buyer saw. */
  quantity: number;
}

/** An empty list of attendees is stored as `null`, which keeps most checkouts small. */
export const attendeesColumn = (attendees: Attendee[]): string | null =>
  attendees.length === 0 ? null : JSON.stringify(attendees);

/** @returns whether the checkout is open, with as many tickets: then it is locked */
export async function lockOpenCheckout(tx: Tx, { organizationId, checkoutId, quantity }: OpenCheckout) {
  const rows = await tx.query(sql`
    select 1 from checkouts
     where organization_id = ${organizationId} and id = ${checkoutId} and status = 'open' and quantity = ${quantity}
       for update`);
  return rows.length > 0;
}

/** Replaces the attendees of a checkout, which is locked. */
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
/** An answer without its checkout, which the caller knows. */
export type GivenAnswer = Omit<NewAnswer, 'checkoutId'>;

/** Inserts at least one answer. */
export function insertAnswers(tx: Tx, event: { organizationId: Uuid; eventId: Uuid }, answers: NewAnswer[]) {
  write(tx, insertAllInto(answersTable, event, answers));
}

/** Replaces the answers of a checkout, which is locked. */
export async function replaceAnswers(
  tx: Tx,
  { organizationId, eventId, checkoutId }: { organizationId: Uuid; eventId: Uuid; checkoutId: Uuid },
  answers: GivenAnswer[],
) {
  await tx.query(sql`delete from answers where organization_id = ${organizationId} and checkout_id = ${checkoutId}`);
  const rows = answers.map((answer) => ({ ...answer, checkoutId }));
  if (rows.length > 0) insertAnswers(tx, { organizationId, eventId }, rows);
}

/** The answers about the tickets of a checkout. */
export async function listTicketAnswers(tx: Tx, organizationId: Uuid, checkoutId: Uuid): Promise<GivenAnswer[]> {
  return tx.query<GivenAnswer>(sql`
    select ticket, question_id, label, value from answers
     where organization_id = ${organizationId} and checkout_id = ${checkoutId} and ticket > 0`);
}

/** Deletes the answers about the tickets of a checkout, which is locked. */
export function deleteTicketAnswers(tx: Tx, { organizationId, id }: { organizationId: Uuid; id: Uuid }) {
  write(tx, sql`delete from answers where organization_id = ${organizationId} and checkout_id = ${id} and ticket > 0`);
}

/** Replaces the answers about the tickets of a checkout, which is locked, by those of its new tickets. */
export function saveTicketAnswers(
  tx: Tx,
  { organizationId, eventId, id: checkoutId }: { organizationId: Uuid; eventId: Uuid; id: Uuid },
  { before, after }: { before: GivenAnswer[]; after: GivenAnswer[] },
) {
  if (before.length === 0) return;
  deleteTicketAnswers(tx, { organizationId, id: checkoutId });
  const rows = after.map((answer) => ({ ...answer, checkoutId }));
  if (rows.length > 0) insertAnswers(tx, { organizationId, eventId }, rows);
}
