import type { Database } from '../platform/database/database.ts';
import type { Uuid } from '../values/uuid.ts';
import { saveAttendees, saveConsent } from './answer-queries.ts';
import type { Attendee } from './attendee.ts';

interface Answers {
  organizationId: Uuid;
  checkoutId: Uuid;
  /** null: the page did not ask. */
  attendees: Attendee[] | null;
  /** The words that the buyer agreed to; null: there were none. */
  consent: string | null;
  now: Date;
}

/**
 * What the buyer said on the page, kept before anything is paid: who comes with the tickets, and what was agreed to,
 * with
 * the time. Said again it replaces what was said before; the last answer counts.
 * @returns whether the checkout was still open
 */
export async function answerCheckout(db: Database, answers: Answers): Promise<boolean> {
  const { organizationId, checkoutId, attendees, consent, now } = answers;
  if (attendees === null && consent === null) return true;
  return db.transaction(async (tx) => {
    if (attendees !== null && !(await saveAttendees(tx, organizationId, checkoutId, attendees))) return false;
    if (consent !== null) await saveConsent(tx, { organizationId, checkoutId, text: consent, givenAt: now });
    return true;
  });
}
