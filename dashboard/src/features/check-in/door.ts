import type { Model } from '../../api/models.ts';

type Bundle = Model<'DoorBundle'>;

export type DoorTicket = Bundle['tickets'][number];

/** What a door knows without asking: the list as it was last heard, with what this device did since. */
export interface Door extends Pick<Bundle, 'event' | 'keys'> {
  tickets: ReadonlyMap<string, DoorTicket>;
  /** What changed is asked for with it. */
  nextSince: string;
  /** When it was last asked for, by the clock of this device; milliseconds. */
  askedAt: number;
  /** When this device changed a ticket: what was asked for before does not know of it. */
  changedHereAt: ReadonlyMap<string, number>;
}

/** The list with news of it. What this device did after it had asked for them is newer than they are. */
export function withNews(door: Door | undefined, news: Bundle[], askedAt: number): Door | undefined {
  const [first] = news;
  if (!first) return door;
  const tickets = new Map(door?.tickets);
  const changedHereAt = new Map([...(door?.changedHereAt ?? [])].filter(([, at]) => at >= askedAt));
  for (const ticket of news.flatMap((page) => page.tickets))
    if (!changedHereAt.has(ticket.id)) tickets.set(ticket.id, ticket);
  const { event, keys, next_since: nextSince } = first;
  return { event, keys, tickets, nextSince, askedAt, changedHereAt };
}

/** The list after this device admitted a ticket (`checkedInAt`) or took that back (null). */
export function withChange(door: Door, ticketId: string, checkedInAt: string | null, now: number): Door {
  const ticket = door.tickets.get(ticketId);
  if (!ticket) return door;
  const changed: DoorTicket = { ...ticket, status: checkedInAt ? 'used' : 'valid', checked_in_at: checkedInAt };
  return {
    ...door,
    tickets: new Map(door.tickets).set(ticketId, changed),
    changedHereAt: new Map(door.changedHereAt).set(ticketId, now),
  };
}
