import type { Database } from '../platform/database/database.ts';
import type { Uuid } from '../values/uuid.ts';
import { saveAttendees, saveConsent } from './answer-queries.ts';
import type { Attendee } from './attendee.ts';

interface Answers {
  organizationId: Uuid;
  checkoutId: Uuid;
  /** The number of tickets that the buyer saw. */
  quantity: number;
  /** null: the page did not ask for attendees. */
  attendees: Attendee[] | null;
  /** The text that the buyer agreed to; null: the event has none. */
  consent: string | null;
  now: Date;
}

/**
 * Saves what the buyer entered on the page, before any payment: the attendees, and the consent with its time. A later
 * answer replaces an earlier one.
 * @returns whether the checkout was still open, with as many tickets
 */
export async function answerCheckout(db: Database, answers: Answers): Promise<boolean> {
  const { organizationId, checkoutId, attendees, consent, now } = answers;
  if (attendees === null && consent === null) return true;
  return db.transaction(async (tx) => {
    if (attendees !== null && !(await saveAttendees(tx, answers, attendees))) return false;
    if (consent !== null) await saveConsent(tx, { organizationId, checkoutId, text: consent, givenAt: now });
    return true;
  });
}
