import type { Actor } from '../audit-log/actor.ts';
import { recordDifference } from '../audit-log/record-change.ts';
import { lockPlacesToSell } from '../events/places.ts';
import { changeDoorList, getEvent } from '../events/queries.ts';
import type { Database } from '../platform/database/database.ts';
import type { Uuid } from '../values/uuid.ts';
import { getQuestion, saveQuestion } from './queries.ts';
import type { Question } from './question.ts';
import { requireValid } from './question-rules.ts';
import { questionRefusals } from './refusals.ts';
import { loggedQuestion, type QuestionFields } from './schemas.ts';

/**
 * Changes the fields that were sent. Answers keep the label that the buyer read, and their value.
 * @throws Refusal 404 for an unknown or deleted question, or an unknown tier; 400 as `createQuestion`; 409 for another
 * `asked_of` or `kind`
 */
export async function updateQuestion(
  db: Database,
  request: { organizationId: Uuid; actor: Actor; questionId: Uuid; fields: QuestionFields; now: Date },
): Promise<Question> {
  const { organizationId, actor, questionId, fields, now } = request;
  const { eventId } = await getQuestion(db, organizationId, questionId);
  return db.transaction(async (tx) => {
    await lockPlacesToSell(tx, organizationId, eventId);
    const { tiers } = await getEvent(tx, organizationId, eventId);
    const before = await getQuestion(tx, organizationId, questionId);
    for (const [field, sent, fixed] of [
      ['asked_of', fields.askedOf, before.askedOf],
      ['kind', fields.kind, before.kind],
    ] as const)
      if (sent !== undefined && sent !== fixed) throw questionRefusals.question_fixed({ field });
    const after: Question = {
      ...before,
      label: fields.label ?? before.label,
      help: fields.help === undefined ? before.help : fields.help,
      options: fields.options === null ? [] : (fields.options ?? before.options),
      required: fields.required === null ? false : (fields.required ?? before.required),
      atDoor: fields.atDoor === null ? false : (fields.atDoor ?? before.atDoor),
      tierIds: fields.tierIds === undefined ? before.tierIds : fields.tierIds,
      sortOrder: fields.sortOrder === null ? 0 : (fields.sortOrder ?? before.sortOrder),
    };
    requireValid(after, tiers);
    await saveQuestion(tx, organizationId, after);
    if (after.atDoor !== before.atDoor) changeDoorList(tx, organizationId, eventId, now);
    const change = {
      action: 'question.updated',
      before: loggedQuestion(before),
      after: loggedQuestion(after),
    } as const;
    recordDifference(tx, { organizationId, actor, subjectId: questionId, ...change, now });
    return after;
  });
}
