import type { Actor } from '../audit-log/actor.ts';
import { recordChange } from '../audit-log/record-change.ts';
import { lockPlacesToSell } from '../events/places.ts';
import type { Database } from '../platform/database/database.ts';
import type { Uuid } from '../values/uuid.ts';
import { getQuestion, markQuestionDeleted } from './queries.ts';
import { loggedQuestion } from './schemas.ts';

/**
 * Stops asking a question. Its answers stay readable; what a buyer enters on a page that was open before is dropped.
 * @throws Refusal 404, also when it was deleted before
 */
export async function deleteQuestion(
  db: Database,
  { organizationId, actor, questionId, now }: { organizationId: Uuid; actor: Actor; questionId: Uuid; now: Date },
): Promise<void> {
  const { eventId } = await getQuestion(db, organizationId, questionId);
  await db.transaction(async (tx) => {
    await lockPlacesToSell(tx, organizationId, eventId);
    const before = await getQuestion(tx, organizationId, questionId);
    await markQuestionDeleted(tx, organizationId, questionId, now);
    const gone = { action: 'question.deleted', subjectId: questionId, before: loggedQuestion(before) } as const;
    recordChange(tx, { organizationId, actor, ...gone, after: null, now });
  });
}
