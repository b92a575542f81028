import type { Database } from '../platform/database/database.ts';
import type { Uuid } from '../values/uuid.ts';
import { type GivenAnswer, lockOpenCheckout, replaceAnswers, replaceAttendees, saveConsent } from './answer-queries.ts';
import type { Attendee } from './attendee.ts';

interface Entered {
  organizationId: Uuid;
  eventId: Uuid;
  checkoutId: Uuid;
  /** The number of tickets that the buyer saw. */
  quantity: number;
  /** null: the page did not ask for attendees. */
  attendees: Attendee[] | null;
  /** The text that the buyer agreed to; null: the event has none. */
  consent: string | null;
  /** To the organizer's questions; null: there were none, and there are none. */
  answers: GivenAnswer[] | null;
  now: Date;
}

/**
 * Saves what the buyer entered on the page, before any payment: the attendees, the answers, and the consent with its
 * time. What is entered later replaces it, until a payment begins.
 * @returns whether the checkout was still open, with as many tickets; otherwise nothing is saved
 */
export async function answerCheckout(db: Database, entered: Entered): Promise<boolean> {
  const { organizationId, checkoutId, attendees, consent, answers, now } = entered;
  if (attendees === null && consent === null && answers === null) return true;
  return db.transaction(async (tx) => {
    if (!(await lockOpenCheckout(tx, entered))) return false;
    if (attendees !== null) await replaceAttendees(tx, organizationId, checkoutId, attendees);
    if (answers !== null) await replaceAnswers(tx, entered, answers);
    if (consent !== null) await saveConsent(tx, { organizationId, checkoutId, text: consent, givenAt: now });
    return true;
  });
}
