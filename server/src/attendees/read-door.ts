import type { CheckInList } from '../check-in-lists/check-in-list.ts';
import { listCheckInLists } from '../check-in-lists/queries.ts';
import { type DoorLink, getDoorLink } from '../door-links/queries.ts';
import type { Database } from '../platform/database/database.ts';
import type { Page } from '../platform/http/contract/pagination.ts';
import { type Answer, listAnswersOfTickets } from '../tickets/answer-queries.ts';
import { type Conflict, listConflicts } from '../tickets/conflict-queries.ts';
import { type CheckedInBy, checkedInBy, findCheckedInBy } from '../tickets/find-checked-in-by.ts';
import type { Direction } from '../tickets/passage.ts';
import { listPassageEntries, listStays, type TicketStay } from '../tickets/passage-queries.ts';
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
  /** The door or user that checked the ticket in. */
  firstBy: CheckedInBy | null;
}

/** What a ticket did at one place, where it passed and not all of it was undone. */
export interface DoorStay extends Pick<TicketStay, 'ticketId' | 'listId' | 'entries'> {
  direction: Direction;
  passedAt: Date;
}

export interface DoorBundle {
  event: DoorEvent;
  key: TicketKey;
  tickets: (DoorTicket & { answers: Answer[]; stays: DoorStay[] })[];
  total: number;
  /** Where this door may scan beside the gate. */
  lists: CheckInList[];
  /** On the first page only. */
  conflicts: NamedConflict[];
  /** null: the caller has no door link. */
  link: DoorLink | null;
  readAt: Date;
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
  const since = hasChangedAtOnce(event, request.since) ? null : request.since;
  const { tickets, total } = await listDoorTickets(db, organizationId, eventId, { since, page });
  const ids = tickets.map(({ id }) => id);
  const answers = await listAnswersOfTickets(db, organizationId, ids, { atDoor: true });
  const link = doorLinkId === null ? null : await getDoorLink(db, organizationId, doorLinkId);
  const only = link?.listId ?? null;
  const stays = await readStays(db, organizationId, tickets, only);
  const told = tickets.map((ticket) => ({
    ...ticket,
    answers: answers.get(ticket.id) ?? [],
    stays: stays.get(ticket.id) ?? [],
  }));
  const conflicts = page.page === 1 ? await readConflicts(db, request, only) : [];
  const all = await listCheckInLists(db, organizationId, eventId);
  const lists = only === null ? all : all.filter(({ id }) => id === only);
  const nextSince = new Date(now.getTime() - OVERLAP_MS);
  return { event, key, tickets: told, total, lists, conflicts, link, readAt: now, nextSince };
}

/** Then a door needs every ticket again. */
const hasChangedAtOnce = ({ doorListChangedAt }: DoorEvent, since: Date | null) =>
  since !== null && doorListChangedAt !== null && doorListChangedAt >= since;

/** Where these tickets passed, `only` at one list; without a query when none did. */
async function readStays(
  db: Database,
  organizationId: Uuid,
  tickets: DoorTicket[],
  only: Uuid | null,
): Promise<Map<Uuid, DoorStay[]>> {
  const passed = tickets.filter(({ lastPassageAt }) => lastPassageAt !== null).map(({ id }) => id);
  const stays = passed.length === 0 ? [] : await listStays(db, organizationId, passed);
  const passages = stays.flatMap(({ direction, passedAt, ...stay }): DoorStay[] =>
    direction && passedAt && (only === null || stay.listId === only) ? [{ ...stay, direction, passedAt }] : [],
  );
  return Map.groupBy(passages, ({ ticketId }) => ticketId);
}

async function readConflicts(
  db: Database,
  { organizationId, eventId, since }: DoorRequest,
  only: Uuid | null,
): Promise<NamedConflict[]> {
  const conflicts = await listConflicts(db, organizationId, eventId, { since, listId: only });
  if (conflicts.length === 0) return [];
  const checkIns = await findCheckedInBy(db, organizationId, [...new Set(conflicts.map(({ ticketId }) => ticketId))]);
  const entries = await listPassageEntries(db, organizationId, conflicts);
  const authorOf = await checkedInBy(db, organizationId, [...conflicts, ...entries]);
  return conflicts.map((conflict) => {
    const { ticketId, listId, firstAdmittedAt } = conflict;
    const entry = entries.find(
      (one) =>
        one.ticketId === ticketId && one.listId === listId && one.passedAt.getTime() === firstAdmittedAt.getTime(),
    );
    const ofCheckIn = listId === null ? checkIns.get(ticketId) : undefined;
    return { ...conflict, by: authorOf(conflict), firstBy: entry ? authorOf(entry) : (ofCheckIn ?? null) };
  });
}
