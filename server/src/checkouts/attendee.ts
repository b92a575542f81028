/** Who comes with a ticket, as far as anybody said; what is null is the buyer's. */
export interface Attendee {
  name: string | null;
  email: string | null;
}

export const NOBODY: Attendee = { name: null, email: null };

/** Of one order: as many as one page of it lists, and 30 screens of a phone to fill in. */
export const MAX_ATTENDEES = 100;

/** In the tickets' order. Spaces around are dropped, and those at the end who say nothing. */
export function attendeesFrom(said: { name?: string | null; email?: string | null }[]): Attendee[] {
  const attendees = said.map(({ name, email }) => ({ name: name?.trim() || null, email: email?.trim() || null }));
  return attendees.slice(0, attendees.findLastIndex(({ name, email }) => name !== null || email !== null) + 1);
}

/** As answers show it: null when nobody said anything. */
export const attendeeOrNull = ({ name, email }: Attendee): Attendee | null =>
  name === null && email === null ? null : { name, email };
