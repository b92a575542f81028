import type { Model } from '../api/models.ts';
import type { Clocks } from './clocks.ts';

export type Direction = Model<'Direction'>;

type Bundle = Model<'DoorBundle'>;

export type DoorTicket = Bundle['tickets'][number];
export type DoorConflict = Bundle['conflicts'][number];
export type DoorList = Bundle['lists'][number];
export type DoorStay = DoorTicket['stays'][number];

/** The ticket list of an event: the last answer of the server, with what this device changed since. */
export interface Door extends Pick<Bundle, 'organization' | 'event' | 'keys' | 'link' | 'lists'> {
  tickets: ReadonlyMap<string, DoorTicket>;
  /** Tickets that two doors admitted, by the nonce of the second scan. */
  conflicts: ReadonlyMap<string, DoorConflict>;
  /** Sent as `since`, to get only the changes. */
  nextSince: string;
  /** When the list was last read, by the clock of the service. */
  readAt: string;
  /** When it was requested, by the clocks of this device. */
  requestedAt: Clocks;
}

/** When updates were requested, and the list as it was then. */
export interface Request {
  before: Door | undefined;
  requestedAt: Clocks;
}

/** The list with the server's updates. A ticket that this device changed after it requested them stays as it is. */
export function withUpdates(
  door: Door | undefined,
  updates: Bundle[],
  { before, requestedAt }: Request,
): Door | undefined {
  const [first] = updates;
  if (!first) return door;
  const tickets = new Map(door?.tickets);
  const conflicts = new Map(door?.conflicts);
  for (const ticket of updates.flatMap((page) => page.tickets))
    if (door?.tickets.get(ticket.id) === before?.tickets.get(ticket.id)) tickets.set(ticket.id, ticket);
  for (const conflict of first.conflicts) conflicts.set(conflict.nonce, conflict);
  const { organization, event, keys, link, lists, read_at: readAt } = first;
  // `readAgainFrom` asked meanwhile for more than these updates have.
  const isReadAgain = door && door.nextSince !== before?.nextSince;
  const nextSince = isReadAgain ? door.nextSince : first.next_since;
  return { organization, event, keys, link, lists, tickets, conflicts, nextSince, readAt, requestedAt };
}

/** A clock of the device that differs more from that of the service is wrong. */
const CLOCKS_APART_MS = 5 * 60_000;

/**
 * The time of the service now, by the clock of the page. That stops while the device sleeps, of which the clock of the
 * device knows. A wrong one says nothing: it may have been put right since.
 */
export function serviceTime({ readAt, requestedAt }: Pick<Door, 'readAt' | 'requestedAt'>, now: Clocks): number {
  const read = Date.parse(readAt);
  const wasRight = Math.abs(requestedAt.device - read) <= CLOCKS_APART_MS;
  const byDevice = wasRight ? now.device - requestedAt.device : 0;
  return read + Math.max(0, now.page - requestedAt.page, byDevice);
}

/** Whether the link of this door is over. */
export const isLinkOver = (door: Pick<Door, 'link' | 'readAt' | 'requestedAt'>, now: Clocks): boolean =>
  door.link !== null && Date.parse(door.link.ends_at) <= serviceTime(door, now);

/** What changes of a ticket on this device. */
export type TicketChange = Partial<Pick<DoorTicket, 'status' | 'checked_in_at' | 'stays'>>;

/** The list after this device let a ticket pass, or undid that. */
export function withChange(door: Door, ticketId: string, change: TicketChange): Door {
  const ticket = door.tickets.get(ticketId);
  if (!ticket) return door;
  return { ...door, tickets: new Map(door.tickets).set(ticketId, { ...ticket, ...change }) };
}

/**
 * The list, to be read again from the time of this scan on. A scan that was sent before gets its first answer, and may
 * have been undone elsewhere since.
 */
export function readAgainFrom(door: Door, scannedAt: string): Door {
  const agoMs = Math.max(0, Date.parse(door.readAt) - Date.parse(scannedAt));
  return { ...door, nextSince: new Date(Date.parse(door.nextSince) - agoMs).toISOString() };
}

/** After the check-in of a ticket (`at`), or when it was undone (null): then it never left the gate either. */
export const checkedIn = (ticket: DoorTicket, at: string | null): TicketChange => ({
  status: at ? 'used' : 'valid',
  checked_in_at: at,
  ...(at ? {} : { stays: ticket.stays.filter(({ list_id }) => list_id !== null) }),
});

/** What a ticket did at one place. */
export interface Stay {
  entries: number;
  /** Its last passage by time; null: it never passed. */
  direction: Direction | null;
  /** When that was. */
  at: string | null;
}

/** After one more passage. It is not the last when another door scanned the ticket later and was first to send it. */
export function withPassage(stay: Stay, { direction, at }: { direction: Direction; at: string }) {
  const entries = stay.entries + (direction === 'in' ? 1 : 0);
  if (stay.direction && stay.at && stay.at > at) return { entries, direction: stay.direction, at: stay.at };
  return { entries, direction, at };
}

/** After a passage of a ticket. */
export function passed(
  { stays }: DoorTicket,
  { listId, ...passage }: { listId: string | null; direction: Direction; at: string },
): TicketChange {
  const known = stays.find(({ list_id }) => list_id === listId);
  const before = { entries: known?.entries ?? 0, direction: known?.direction ?? null, at: known?.passed_at ?? null };
  const { entries, direction, at } = withPassage(before, passage);
  return { stays: withStay(stays, listId, { entries, direction, passed_at: at }) };
}

/** After a passage was undone: what is left of the ticket at that place. */
export function unpassed(
  { stays }: DoorTicket,
  listId: string | null,
  passages: Model<'TicketPassages'>['passages'],
): TicketChange {
  const left = passages.filter(({ list, undone_at }) => (list?.id ?? null) === listId && undone_at === null);
  const [last] = left;
  const entries = left.filter(({ direction }) => direction === 'in').length;
  return {
    stays: withStay(stays, listId, last && { entries, direction: last.direction, passed_at: last.passed_at }),
  };
}

const withStay = (
  stays: DoorStay[],
  listId: string | null,
  stay: Omit<DoorStay, 'list_id'> | undefined,
): DoorStay[] => [
  ...stays.filter(({ list_id }) => list_id !== listId),
  ...(stay ? [{ list_id: listId, ...stay }] : []),
];
