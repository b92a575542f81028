import sql, { type Sql } from 'sql-template-tag';
import type { Queryable, Tx } from '../platform/database/database.ts';
import { asJson, assignments, insertAllInto, insertInto } from '../platform/database/table.ts';
import type { Uuid } from '../values/uuid.ts';
import type { Question } from './question.ts';
import { questionRefusals } from './refusals.ts';
import { questionsTable, questionTiersTable } from './tables.ts';

// biome-ignore format: several a line
const ownFields = asJson(questionsTable, [
  'id', 'eventId', 'askedOf', 'kind', 'label', 'help', 'options', 'required', 'atDoor', 'sortOrder',
]);

/** A question as JSON, with the tiers that it is about. */
const question = (
  organizationId: Uuid,
) => sql`jsonb_set(${ownFields}::jsonb, '{tierIds}', case when of_all_tiers then 'null'::jsonb else coalesce((
  select jsonb_agg(t.tier_id order by t.tier_id) from question_tiers t
   where t.organization_id = ${organizationId} and t.question_id = q.id), '[]'::jsonb) end)`;

/**
 * What the event of this column asks now, in the order of the page; null: nothing. This is an expression for a select
 * list.
 */
export const questionsAsked = (organizationId: Uuid, eventId: Sql): Sql => sql`(
  select jsonb_agg(${question(organizationId)} order by q.sort_order, q.id) from questions q
   where q.organization_id = ${organizationId} and q.event_id = ${eventId} and q.deleted_at is null)`;

/** What an event asks now, in the order of the page. */
export async function listQuestions(db: Queryable, organizationId: Uuid, eventId: Uuid): Promise<Question[]> {
  const [row] = await db.query<{ questions: Question[] | null }>(sql`
    select ${questionsAsked(organizationId, sql`${eventId}`)} as questions`);
  return row?.questions ?? [];
}

/** A question that is asked. @throws Refusal 404 */
export async function getQuestion(db: Queryable, organizationId: Uuid, id: Uuid): Promise<Question> {
  const [row] = await db.query<{ question: Question }>(sql`
    select ${question(organizationId)} as question from questions q
     where q.organization_id = ${organizationId} and q.id = ${id} and q.deleted_at is null`);
  if (!row) throw questionRefusals.question_not_found();
  return row.question;
}

/** Call it with the event locked. */
export async function insertQuestion(tx: Tx, organizationId: Uuid, { tierIds, ...row }: Question, createdAt: Date) {
  await tx.query(insertInto(questionsTable, { organizationId, ...row, ofAllTiers: tierIds === null, createdAt }));
  await insertTiers(tx, organizationId, { ...row, tierIds });
}

/** Writes everything that an organizer can change. Call it with the event locked. */
export async function saveQuestion(tx: Tx, organizationId: Uuid, changed: Question) {
  const { id, label, help, options, required, atDoor, sortOrder, tierIds } = changed;
  const changes = { label, help, options, required, atDoor, sortOrder, ofAllTiers: tierIds === null };
  await tx.query(sql`
    update questions set ${assignments(questionsTable, changes)}
     where organization_id = ${organizationId} and id = ${id}`);
  await tx.query(sql`
    delete from question_tiers where organization_id = ${organizationId} and question_id = ${id}`);
  await insertTiers(tx, organizationId, changed);
}

async function insertTiers(
  tx: Tx,
  organizationId: Uuid,
  { id: questionId, eventId, tierIds }: Pick<Question, 'id' | 'eventId' | 'tierIds'>,
) {
  const rows = (tierIds ?? []).map((tierId) => ({ tierId }));
  if (rows.length > 0) await tx.query(insertAllInto(questionTiersTable, { organizationId, eventId, questionId }, rows));
}

/** The question is not asked any more. Call it with the event locked. */
export async function markQuestionDeleted(tx: Tx, organizationId: Uuid, id: Uuid, now: Date) {
  await tx.query(sql`
    update questions set deleted_at = ${now} where organization_id = ${organizationId} and id = ${id}`);
}
