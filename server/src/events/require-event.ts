import type { Queryable } from '../database/database.ts';
import { notFound } from '../http/errors.ts';
import type { Uuid } from '../uuid.ts';
import { type EventSummary, findEventSummary } from './queries.ts';

/** For whoever only has to know that the event is there. @throws ApiError 404 when the organization has no such event */
export async function requireEvent(db: Queryable, organizationId: Uuid, eventId: Uuid): Promise<EventSummary> {
  const event = await findEventSummary(db, organizationId, eventId);
  if (!event) throw notFound('Event');
  return event;
}
