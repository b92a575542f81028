import { type DoorLink, getDoorLink } from '../door-links/queries.ts';
import type { Database } from '../platform/database/database.ts';
import type { Page } from '../platform/http/contract/pagination.ts';
import { type Answer, listAnswersOfTickets } from '../tickets/answer-queries.ts';
import { type Conflict, listConflicts } from '../tickets/conflict-queries.ts';
import { type CheckedInBy, checkedInBy, findCheckedInBy } from '../tickets/find-checked-in-by.ts';
import { getTicketKey, type TicketKey } from '../tickets/ticket-key.ts';
import type { Uuid } from '../values/uuid.ts';
import { type DoorEvent, type DoorTicket, getDoorEvent, listDoorTickets } from './door-queries.ts';

/**
 * A change becomes visible when its transaction commits, but has the time of its request, which is seconds earlier
 * under load. The periods overlap by this much: a door may receive a change twice, but never misses one.
 */
const OVERLAP_MS = 60_000;

export interface NamedConflict extends Conflict {
  by: CheckedInBy | null;
  /** Of the check-in that the ticket has. */
  firstBy: CheckedInBy | null;
}

export interface DoorBundle {
  event: DoorEvent;
  key: TicketKey;
  tickets: (DoorTicket & { answers: Answer[] })[];
  total: number;
  /** On the first page only. */
  conflicts: NamedConflict[];
  /** null: the caller has no door link. */
  link: DoorLink | null;
  /** The `since` of the next request. */
  nextSince: Date;
}

interface DoorRequest {
  organizationId: Uuid;
  eventId: Uuid;
  /** The door link that asks; null: a person or a key. */
  doorLinkId: Uuid | null;
  since: Date | null;
  page: Page;
  now: Date;
}

/** Reads what a door needs to admit without a network. @throws Refusal 404 for an unknown event */
export async function readDoor(
  db: Database,
  secretsKeys: readonly Buffer[],
  request: DoorRequest,
): Promise<DoorBundle> {
  const { organizationId, eventId, doorLinkId, page, now } = request;
  const event = await getDoorEvent(db, organizationId, eventId);
  const key = await getTicketKey(db, secretsKeys, organizationId);
  const { tickets, total } = await listDoorTickets(db, organizationId, eventId, request);
  const ids = tickets.map(({ id }) => id);
  const answers = await listAnswersOfTickets(db, organizationId, ids, { atDoor: true });
  const answered = tickets.map((ticket) => ({ ...ticket, answers: answers.get(ticket.id) ?? [] }));
  const conflicts = page.page === 1 ? await readConflicts(db, request) : [];
  const link = doorLinkId === null ? null : await getDoorLink(db, organizationId, doorLinkId);
  return { event, key, tickets: answered, total, conflicts, link, nextSince: new Date(now.getTime() - OVERLAP_MS) };
}

async function readConflicts(db: Database, { organizationId, eventId, since }: DoorRequest): Promise<NamedConflict[]> {
  const conflicts = await listConflicts(db, organizationId, eventId, since);
  if (conflicts.length === 0) return [];
  const first = await findCheckedInBy(db, organizationId, [...new Set(conflicts.map(({ ticketId }) => ticketId))]);
  const authorOf = await checkedInBy(db, organizationId, conflicts);
  return conflicts.map((conflict) => ({
    ...conflict,
    by: authorOf(conflict),
    firstBy: first.get(conflict.ticketId) ?? null,
  }));
}
