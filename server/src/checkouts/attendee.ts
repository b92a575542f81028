/** The attendee of a ticket. A null field means that of the buyer. */
export interface Attendee {
  name: string | null;
  email: string | null;
}

export const UNNAMED_ATTENDEE: Attendee = { name: null, email: null };

/** Most attendees of one order: as many as one page lists, which are 30 phone screens to fill in. */
export const MAX_ATTENDEES = 100;

/** Whether the attendee's address is another one than the buyer's. */
export const isGuestAddress = (email: string | null, customer: { email: string }): boolean =>
  email !== null && email.toLowerCase() !== customer.email.toLowerCase();

/** Attendees in the order of the tickets, trimmed, without empty ones at the end. */
export function attendeesFrom(given: { name?: string | null; email?: string | null }[]): Attendee[] {
  const attendees = given.map(({ name, email }) => ({ name: name?.trim() || null, email: email?.trim() || null }));
  return attendees.slice(0, attendees.findLastIndex(({ name, email }) => name !== null || email !== null) + 1);
}

/** The form of API answers: null when no attendee is named. */
export const attendeeOrNull = ({ name, email }: Attendee): Attendee | null =>
  name === null && email === null ? null : { name, email };
