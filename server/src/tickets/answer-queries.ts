import sql, { empty, raw } from 'sql-template-tag';
import { anyOf } from '../platform/database/any-of.ts';
import type { Queryable } from '../platform/database/database.ts';
import type { Question } from '../questions/question.ts';
import type { Uuid } from '../values/uuid.ts';

/** What a buyer answered to a question of the organizer. */
export interface Answer {
  questionId: Uuid;
  askedOf: Question['askedOf'];
  kind: Question['kind'];
  /** The question as the buyer read it. */
  label: string;
  value: string;
}

/** Columns of `answers a` and their `questions q`. */
const answerColumns = raw(`a.question_id, q.asked_of, q.kind, a.label, a.value`);
const withQuestion = raw(`join questions q on q.organization_id = a.organization_id and q.id = a.question_id`);
const inOrderOfPage = raw(`order by q.asked_of, q.sort_order, q.id`);

/** The answers about each ticket, after those about its order. */
export async function listAnswersOfTickets(
  db: Queryable,
  organizationId: Uuid,
  ticketIds: Uuid[],
  { atDoor }: { atDoor: boolean },
): Promise<Map<Uuid, Answer[]>> {
  if (ticketIds.length === 0) return new Map();
  const rows = await db.query<Answer & { ticketId: Uuid }>(sql`
    select t.id as ticket_id, ${answerColumns}
      from tickets t
      join orders o on o.organization_id = t.organization_id and o.id = t.order_id
      join answers a on a.organization_id = o.organization_id and a.checkout_id = o.checkout_id
       and a.ticket in (0, t.position + 1)
      ${withQuestion}
     where t.organization_id = ${organizationId} and t.id = ${anyOf(ticketIds)}
       ${atDoor ? sql`and q.at_door` : empty}
     ${inOrderOfPage}`);
  return Map.groupBy(rows, ({ ticketId }) => ticketId);
}

/** An answer of an order. The ticket is null when it is about the order. */
export interface OrderAnswer extends Answer {
  ticketId: Uuid | null;
}

/** All answers of an order. */
export async function listAnswersOfOrder(db: Queryable, organizationId: Uuid, orderId: Uuid): Promise<OrderAnswer[]> {
  return db.query(sql`
    select t.id as ticket_id, ${answerColumns}
      from orders o
      join answers a on a.organization_id = o.organization_id and a.checkout_id = o.checkout_id
      ${withQuestion}
      left join tickets t on t.organization_id = o.organization_id and t.order_id = o.id
       and t.position = a.ticket - 1
     where o.organization_id = ${organizationId} and o.id = ${orderId}
     ${inOrderOfPage}`);
}
