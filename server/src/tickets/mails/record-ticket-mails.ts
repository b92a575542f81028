import type { EventFacts, MailDetails } from '../../mail/mail.ts';
import { insertMailsTo } from '../../mail/queries.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Uuid } from '../../values/uuid.ts';
import {
  attendeesOfTickets,
  type FormerTicket,
  formerAddress,
  formerHolder,
  holdersOfCancelledEvent,
  holdersOfEvent,
} from './queries.ts';

/**
 * Records an e-mail to each attendee of these tickets whose address is not the buyer's. The buyer gets one for all
 * tickets.
 */
export function recordAttendeeMails<Kind extends 'tickets' | 'new_code' | 'places_changed' | 'refund'>(
  tx: Tx,
  organizationId: Uuid,
  { kind, ticketIds, details }: { kind: Kind; ticketIds: Uuid[]; details: MailDetails[Kind] },
  now: Date,
): void {
  if (ticketIds.length === 0) return;
  insertMailsTo(tx, attendeesOfTickets(organizationId, ticketIds, details), { organizationId, kind, dueAt: now, now });
}

/**
 * This ticket, as it was before, was just passed on, or taken back: the guest who had it gets an e-mail. Before the
 * e-mails to the guest are forgotten.
 */
export function recordWithdrawnMail(tx: Tx, organizationId: Uuid, before: FormerTicket, now: Date): void {
  const recipient = formerHolder(organizationId, before);
  insertMailsTo(tx, recipient, { organizationId, kind: 'ticket_withdrawn', dueAt: now, now });
}

/**
 * The buyer of the order just got another address: the former one gets an e-mail. Before the e-mails to it are
 * forgotten.
 */
export function recordReplacedMail(
  tx: Tx,
  { organizationId, orderId, address, now }: { organizationId: Uuid; orderId: Uuid; address: string; now: Date },
): void {
  const recipient = formerAddress(organizationId, orderId, address);
  insertMailsTo(tx, recipient, { organizationId, kind: 'address_replaced', dueAt: now, now });
}

/**
 * The event was just cancelled: buyers and attendees whose tickets were cancelled with it, or stay used, get an e-mail.
 * A person who was checked in has to know, too, that the event is over, and that this ticket is refunded only on
 * request.
 */
export function recordCancelledMails(
  tx: Tx,
  { organizationId, eventId, now }: { organizationId: Uuid; eventId: Uuid; now: Date },
): void {
  const recipients = holdersOfCancelledEvent(organizationId, eventId);
  insertMailsTo(tx, recipients, { organizationId, kind: 'event_cancelled', dueAt: now, now });
}

/** Organizers often correct a change within minutes: one e-mail should report both. */
const CHANGES_GATHER_MS = 600_000;

/**
 * The place or time of the event changed: buyers and attendees with valid tickets get an e-mail ten minutes later.
 * Changes until then go into the same e-mail, which compares the state before the first with the state after the last.
 * The event is locked.
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
