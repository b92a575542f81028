import type { Database } from '../platform/database/database.ts';
import type { Page } from '../platform/http/contract/pagination.ts';
import { type Answer, listAnswersOfTickets } from '../tickets/answer-queries.ts';
import { getTicketKey, type TicketKey } from '../tickets/ticket-key.ts';
import type { Uuid } from '../values/uuid.ts';
import { type DoorEvent, type DoorTicket, getDoorEvent, listDoorTickets } from './door-queries.ts';

/**
 * A change becomes visible when its transaction commits, but has the time of its request, which is seconds earlier
 * under load. The periods overlap by this much: a door may receive a change twice, but never misses one.
 */
const OVERLAP_MS = 60_000;

export interface DoorBundle {
  event: DoorEvent;
  key: TicketKey;
  tickets: (DoorTicket & { answers: Answer[] })[];
  total: number;
  /** The `since` of the next request. */
  nextSince: Date;
}

/** Reads what a door needs to admit without a network. @throws Refusal 404 for an unknown event */
export async function readDoor(
  db: Database,
  secretsKeys: readonly Buffer[],
  request: { organizationId: Uuid; eventId: Uuid; since: Date | null; page: Page; now: Date },
): Promise<DoorBundle> {
  const { organizationId, eventId, now } = request;
  const event = await getDoorEvent(db, organizationId, eventId);
  const key = await getTicketKey(db, secretsKeys, organizationId);
  const { tickets, total } = await listDoorTickets(db, organizationId, eventId, request);
  const ids = tickets.map(({ id }) => id);
  const answers = await listAnswersOfTickets(db, organizationId, ids, { atDoor: true });
  const answered = tickets.map((ticket) => ({ ...ticket, answers: answers.get(ticket.id) ?? [] }));
  return { event, key, tickets: answered, total, nextSince: new Date(now.getTime() - OVERLAP_MS) };
}
