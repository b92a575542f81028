import type { EventFacts, MailDetails } from '../../mail/mail.ts';
import { insertMailsTo } from '../../mail/queries.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Uuid } from '../../values/uuid.ts';
import { attendeesOfCancelledTickets, attendeesOfTickets, holdersOfEvent } from './queries.ts';

/**
 * Records a mail to each attendee of these tickets whose address is not the buyer's. The buyer hears of all of them.
 */
export function recordAttendeeMails<Kind extends 'tickets' | 'refund'>(
  tx: Tx,
  organizationId: Uuid,
  { kind, ticketIds, details }: { kind: Kind; ticketIds: Uuid[]; details: MailDetails[Kind] },
  now: Date,
): void {
  if (ticketIds.length === 0) return;
  insertMailsTo(tx, attendeesOfTickets(organizationId, ticketIds, details), { organizationId, kind, dueAt: now, now });
}

/** The event is cancelled, and these tickets with it: records mails to their attendees, beside those to the buyers. */
export function recordCancelledMails(tx: Tx, organizationId: Uuid, ticketIds: Uuid[], now: Date): void {
  if (ticketIds.length === 0) return;
  const recipients = attendeesOfCancelledTickets(organizationId, ticketIds);
  insertMailsTo(tx, recipients, { organizationId, kind: 'event_cancelled', dueAt: now, now });
}

/** An organizer corrects a change within minutes, and everyone should hear of both at once. */
const CHANGES_GATHER_MS = 600_000;

/**
 * The event is at another place or time: everyone who holds a valid ticket is told ten minutes later. Changes until
 * then
 * go into the same mail, which says what was before the first and is after the last. The event is locked.
 */
export function recordChangeMails(
  tx: Tx,
  { organizationId, eventId, before, now }: { organizationId: Uuid; eventId: Uuid; before: EventFacts; now: Date },
): void {
  const dueAt = new Date(now.getTime() + CHANGES_GATHER_MS);
  insertMailsTo(tx, holdersOfEvent(organizationId, eventId, before), {
    organizationId,
    kind: 'event_changed',
    dueAt,
    now,
  });
}
