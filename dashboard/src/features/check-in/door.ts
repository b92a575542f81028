import type { Model } from '../../api/models.ts';

type Bundle = Model<'DoorBundle'>;

export type DoorTicket = Bundle['tickets'][number];

/** The ticket list of an event: the last answer of the server, with what this device changed since. */
export interface Door extends Pick<Bundle, 'event' | 'keys'> {
  tickets: ReadonlyMap<string, DoorTicket>;
  /** Sent as `since`, to get only the changes. */
  nextSince: string;
  /** When the list was last requested, by the clock of this device, in milliseconds. */
  requestedAt: number;
  /** When this device changed a ticket. Answers to earlier requests do not have the change yet. */
  changedHereAt: ReadonlyMap<string, number>;
}

/** The list with the server's updates. A ticket that this device changed after it requested them stays as it is. */
export function withUpdates(door: Door | undefined, updates: Bundle[], requestedAt: number): Door | undefined {
  const [first] = updates;
  if (!first) return door;
  const tickets = new Map(door?.tickets);
  const changedHereAt = new Map([...(door?.changedHereAt ?? [])].filter(([, at]) => at >= requestedAt));
  for (const ticket of updates.flatMap((page) => page.tickets))
    if (!changedHereAt.has(ticket.id)) tickets.set(ticket.id, ticket);
  const { event, keys, next_since: nextSince } = first;
  return { event, keys, tickets, nextSince, requestedAt, changedHereAt };
}

/** The list after this device checked in a ticket (`checkedInAt`) or undid that (null). */
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
