import sql from 'sql-template-tag';
import type { Queryable } from '../platform/database/database.ts';
import type { Uuid } from '../values/uuid.ts';

/** A question whose answers have a column in the export. */
export interface QuestionColumn {
  id: Uuid;
  label: string;
}

/** The questions of an event: those that are asked, then deleted ones that were answered. */
export const listQuestionColumns = (db: Queryable, organizationId: Uuid, eventId: Uuid): Promise<QuestionColumn[]> =>
  db.query(sql`
    select q.id, q.label from questions q
     where q.organization_id = ${organizationId} and q.event_id = ${eventId}
       and (q.deleted_at is null or exists (
             select 1 from answers a
              where a.organization_id = ${organizationId} and a.event_id = q.event_id and a.question_id = q.id))
     order by q.deleted_at is not null, q.asked_of, q.sort_order, q.id`);
