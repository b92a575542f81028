import type { Tx } from '../platform/database/database.ts';
import { newId, type Uuid } from '../values/uuid.ts';
import { insertQuestion } from './queries.ts';
import type { Question } from './question.ts';

/** Copies what an event asks to its copy, whose tiers have the ids in `tierIds`. */
export async function copyQuestions(
  tx: Tx,
  copy: { organizationId: Uuid; questions: Question[]; to: Uuid; tierIds: Map<Uuid, Uuid>; now: Date },
) {
  const { organizationId, questions, to, tierIds, now } = copy;
  // Ids decide the order of questions with the same sort order.
  const ids = questions.map(() => newId(now)).toSorted();
  for (const [index, question] of questions.entries())
    await insertQuestion(
      tx,
      organizationId,
      {
        ...question,
        id: ids[index] as Uuid,
        eventId: to,
        tierIds: question.tierIds?.map((id) => tierIds.get(id) ?? id) ?? null,
      },
      now,
    );
}
