/** The attendee of a ticket, as far as known. Null fields stand for the buyer's. */
export interface Attendee {
  name: string | null;
  email: string | null;
}

export const NOBODY: Attendee = { name: null, email: null };

/** Attendees of one order: as many as one page lists, and 30 phone screens to fill in. */
export const MAX_ATTENDEES = 100;

/** In the tickets' order. Spaces around are dropped, and those at the end who say nothing. */
export function attendeesFrom(said: { name?: string | null; email?: string | null }[]): Attendee[] {
  const attendees = said.map(({ name, email }) => ({ name: name?.trim() || null, email: email?.trim() || null }));
  return attendees.slice(0, attendees.findLastIndex(({ name, email }) => name !== null || email !== null) + 1);
}

/** As answers show it: null when no attendee is named. */
export const attendeeOrNull = ({ name, email }: Attendee): Attendee | null =>
  name === null && email === null ? null : { name, email };
