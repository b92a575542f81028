import type { Model } from '../api/models.ts';

type Bundle = Model<'DoorBundle'>;

export type DoorTicket = Bundle['tickets'][number];
export type DoorConflict = Bundle['conflicts'][number];

/** The ticket list of an event: the last answer of the server, with what this device changed since. */
export interface Door extends Pick<Bundle, 'organization' | 'event' | 'keys' | 'link'> {
  tickets: ReadonlyMap<string, DoorTicket>;
  /** Tickets that two doors admitted, by the nonce of the second scan. */
  conflicts: ReadonlyMap<string, DoorConflict>;
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
  const conflicts = new Map(door?.conflicts);
  const changedHereAt = new Map([...(door?.changedHereAt ?? [])].filter(([, at]) => at >= requestedAt));
  for (const ticket of updates.flatMap((page) => page.tickets))
    if (!changedHereAt.has(ticket.id)) tickets.set(ticket.id, ticket);
  for (const conflict of first.conflicts) conflicts.set(conflict.nonce, conflict);
  const { organization, event, keys, link, next_since: nextSince } = first;
  return { organization, event, keys, link, tickets, conflicts, nextSince, requestedAt, changedHereAt };
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

export const nameOf = ({ attendee, customer }: Pick<DoorTicket, 'attendee' | 'customer'>): string =>
  attendee?.name ?? customer.name;

/** Tickets that this device admitted and has not sent: the list does not have these check-ins yet. */
type AdmittedHere = ReadonlySet<string>;

export const stateOf = ({ id, status }: DoorTicket, here: AdmittedHere) => (here.has(id) ? 'used' : status);

/** Tickets of the same order that can still be admitted, for a family that comes together. */
export function companionsOf({ tickets }: Pick<Door, 'tickets'>, ticketId: string, here: AdmittedHere): DoorTicket[] {
  const orderId = tickets.get(ticketId)?.order_id;
  return [...tickets.values()].filter(
    (one) => one.order_id === orderId && one.id !== ticketId && stateOf(one, here) === 'valid' && one.tier.admission,
  );
}

/** How many tickets of each tier are checked in, and how many can be; in the order of the list. */
export function countByTier({ tickets }: Pick<Door, 'tickets'>, here: AdmittedHere) {
  const counts = new Map<string, { admitted: number; all: number }>();
  for (const ticket of tickets.values()) {
    const [{ tier }, status] = [ticket, stateOf(ticket, here)];
    if (!tier.admission || (status !== 'used' && status !== 'valid')) continue;
    const { admitted, all } = counts.get(tier.name) ?? { admitted: 0, all: 0 };
    counts.set(tier.name, { admitted: admitted + (status === 'used' ? 1 : 0), all: all + 1 });
  }
  return counts;
}
