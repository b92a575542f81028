import type { Database } from '../platform/database/database.ts';
import type { Page } from '../platform/http/contract/pagination.ts';
import { getTicketKey, type TicketKey } from '../tickets/ticket-key.ts';
import type { Uuid } from '../values/uuid.ts';
import { type DoorEvent, type DoorTicket, getDoorEvent, listDoorTickets } from './door-queries.ts';

/**
 * A change is seen when its transaction commits, and has the time at which its request came: seconds before, on a busy
 * day. A later request repeats these tickets rather than miss one.
 */
const OVERLAP_MS = 60_000;

export interface DoorBundle {
  event: DoorEvent;
  key: TicketKey;
  tickets: DoorTicket[];
  total: number;
  /** With this, the next question is for what changed since. */
  nextSince: Date;
}

/** What a door needs to admit by itself while there is no network. @throws Refusal 404 for an unknown event */
export async function readDoor(
  db: Database,
  asked: { organizationId: Uuid; eventId: Uuid; since: Date | null; page: Page; now: Date },
): Promise<DoorBundle> {
  const { organizationId, eventId, now } = asked;
  const event = await getDoorEvent(db, organizationId, eventId);
  const key = await getTicketKey(db, organizationId);
  const tickets = await listDoorTickets(db, organizationId, eventId, asked);
  return { event, key, ...tickets, nextSince: new Date(now.getTime() - OVERLAP_MS) };
}
