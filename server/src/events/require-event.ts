import type { Queryable } from '../platform/database/database.ts';
import type { Uuid } from '../values/uuid.ts';
import { type EventSummary, findEventSummary } from './queries.ts';
import { eventRefusals } from './refusals.ts';

/**
 * Checks that an event exists, without reading all of it.
 * @throws Refusal 404 when the organization has no such event
 */
export async function requireEvent(db: Queryable, organizationId: Uuid, eventId: Uuid): Promise<EventSummary> {
  const event = await findEventSummary(db, organizationId, eventId);
  if (!event) throw eventRefusals.event_not_found();
  return event;
}
