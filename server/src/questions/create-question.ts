import type { Actor } from '../audit-log/actor.ts';
import { recordChange } from '../audit-log/record-change.ts';
import { lockPlacesToSell } from '../events/places.ts';
import { getEvent } from '../events/queries.ts';
import type { Database } from '../platform/database/database.ts';
import { sortOrderAfter } from '../values/sort-order.ts';
import { newId, type Uuid } from '../values/uuid.ts';
import { insertQuestion, listQuestions } from './queries.ts';
import { MAX_QUESTIONS, type Question } from './question.ts';
import { requireValid } from './question-rules.ts';
import { questionRefusals } from './refusals.ts';
import { loggedQuestion, type NewQuestionFields } from './schemas.ts';

/**
 * Adds a question, after the others unless `sort_order` is sent. Buyers whose page is open are asked when they submit
 * it.
 * @throws Refusal 404 for an unknown event or tier; 400 for options that do not fit the kind, or an add-on that is
 * asked about for each ticket; 409 when the event asks as much as it can
 */
export async function createQuestion(
  db: Database,
  request: { organizationId: Uuid; actor: Actor; eventId: Uuid; fields: NewQuestionFields; now: Date },
): Promise<Question> {
  const { organizationId, actor, eventId, fields, now } = request;
  return db.transaction(async (tx) => {
    await lockPlacesToSell(tx, organizationId, eventId);
    const { tiers } = await getEvent(tx, organizationId, eventId);
    const others = await listQuestions(tx, organizationId, eventId);
    const question: Question = {
      id: newId(now),
      eventId,
      askedOf: fields.askedOf,
      kind: fields.kind,
      label: fields.label,
      help: fields.help ?? null,
      options: fields.options ?? [],
      required: fields.required ?? false,
      atDoor: fields.atDoor ?? false,
      tierIds: fields.tierIds ?? null,
      sortOrder: fields.sortOrder ?? sortOrderAfter(others.at(-1)),
    };
    requireValid(question, tiers);
    if (others.length >= MAX_QUESTIONS) throw questionRefusals.too_many_questions({ max: MAX_QUESTIONS });
    await insertQuestion(tx, organizationId, question, now);
    const made = { action: 'question.created', subjectId: question.id, before: null } as const;
    recordChange(tx, { organizationId, actor, ...made, after: loggedQuestion(question), now });
    return question;
  });
}
