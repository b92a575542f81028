import type { Queryable } from '../platform/database/database.ts';
import { notFound } from '../platform/refusals/errors.ts';
import type { Uuid } from '../values/uuid.ts';
import { type EventSummary, findEventSummary } from './queries.ts';

/** For whoever only has to know that the event is there. @throws ApiError 404 when the organization has no such event */
export async function requireEvent(db: Queryable, organizationId: Uuid, eventId: Uuid): Promise<EventSummary> {
  const event = await findEventSummary(db, organizationId, eventId);
  if (!event) throw notFound('Event');
  return event;
}
