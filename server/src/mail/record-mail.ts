import type { Tx } from '../platform/database/database.ts';
import { newId, type Uuid } from '../values/uuid.ts';
import type { AccountMailKind, EventFacts, MailDetails, MailKind } from './mail.ts';
import {
  insertAccountMail,
  insertAttendeeMails,
  insertCancelledMails,
  insertChangeMails,
  insertMails,
  insertMoneyBackMail,
} from './queries.ts';

/** To the buyer of the order, or to whoever comes with the ticket. */
export type NewMail = {
  [Kind in Exclude<MailKind, 'event_changed' | 'money_back' | AccountMailKind>]: {
    kind: Kind;
    orderId: Uuid;
    /** About this ticket alone. */
    ticketId?: Uuid;
    details: MailDetails[Kind];
  };
}[Exclude<MailKind, 'event_changed' | 'money_back' | AccountMailKind>];

/**
 * Mails to send, recorded in the transaction that gives reason for them: all of it stands, or nothing. They are written
 * and sent afterwards, with what is true then. @returns their ids, in the same order
 */
export function recordMails(tx: Tx, organizationId: Uuid, mails: NewMail[], now: Date): Uuid[] {
  const rows = mails.map((mail) => ({ ...mail, id: newId(now) }));
  if (rows.length > 0) insertMails(tx, organizationId, rows, now);
  return rows.map(({ id }) => id);
}

/**
 * The same for those who come with a ticket that somebody else bought, each to their own address: of these tickets, those
 * whose holder gave one that is not the buyer's. The buyer is told of all of them.
 */
export function recordAttendeeMails(
  tx: Tx,
  organizationId: Uuid,
  mails: Pick<Extract<NewMail, { kind: 'tickets' | 'refund' }>, 'kind' | 'details'> & { ticketIds: Uuid[] },
  now: Date,
): void {
  if (mails.ticketIds.length > 0) insertAttendeeMails(tx, organizationId, mails, now);
}

/** The event is cancelled, and these tickets with it: their holders, beside the buyers. */
export function recordCancelledMails(tx: Tx, organizationId: Uuid, ticketIds: Uuid[], now: Date): void {
  if (ticketIds.length > 0) insertCancelledMails(tx, organizationId, ticketIds, now);
}

/** An organizer corrects a change within minutes, and everybody should hear of both at once. */
const CHANGES_GATHER_MS = 600_000;

/**
 * The event is elsewhere or at another time: everybody who holds a valid ticket is told, ten minutes later. Changes until
 * then go into the same mail, which says what was before the first and is after the last. The event is locked.
 */
export function recordChangeMails(
  tx: Tx,
  { organizationId, eventId, before, now }: { organizationId: Uuid; eventId: Uuid; before: EventFacts; now: Date },
): void {
  const dueAt = new Date(now.getTime() + CHANGES_GATHER_MS);
  insertChangeMails(tx, { organizationId, eventId, before, dueAt, now });
}

/** A payment that bought nothing is owed back. */
export function recordMoneyBackMail(
  tx: Tx,
  mail: { organizationId: Uuid; checkoutId: Uuid; details: MailDetails['money_back']; now: Date },
): void {
  insertMoneyBackMail(tx, { ...mail, id: newId(mail.now) });
}

/** To somebody who logs in, or is asked to. */
export async function recordAccountMail<Kind extends AccountMailKind>(
  tx: Tx,
  mail: { organizationId: Uuid; kind: Kind; recipient: string; details: MailDetails[Kind]; now: Date },
): Promise<void> {
  await insertAccountMail(tx, { ...mail, id: newId(mail.now) });
}
