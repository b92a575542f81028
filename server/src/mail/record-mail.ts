import type { Tx } from '../platform/database/database.ts';
import { newId, type Uuid } from '../values/uuid.ts';
import type { AccountMailKind, MailDetails, MailKind } from './mail.ts';
import { insertAccountMail, insertMails } from './queries.ts';

type OrderMailKind = Exclude<MailKind, 'event_changed' | 'money_back' | AccountMailKind>;

/** A mail about an order, or about one ticket of it. */
export type NewMail = {
  [Kind in OrderMailKind]: {
    kind: Kind;
    recipient: string;
    orderId: Uuid;
    /** About this ticket alone. */
    ticketId?: Uuid;
    details: MailDetails[Kind];
  };
}[OrderMailKind];

/**
 * Records mails in the transaction that gives reason for them: all of it stands, or nothing. They are written and sent
 * afterwards, with what is true then. @returns their ids, in the same order
 */
export function recordMails(tx: Tx, organizationId: Uuid, mails: NewMail[], now: Date): Uuid[] {
  const rows = mails.map((mail) => ({ ticketId: null, ...mail, checkoutId: null, id: newId(now) }));
  if (rows.length > 0) insertMails(tx, organizationId, rows, now);
  return rows.map(({ id }) => id);
}

/** Records a mail about a payment that bought nothing and is owed back. */
export function recordMoneyBackMail(
  tx: Tx,
  organizationId: Uuid,
  mail: { recipient: string; checkoutId: Uuid; details: MailDetails['money_back'] },
  now: Date,
): void {
  insertMails(
    tx,
    organizationId,
    [{ ...mail, kind: 'money_back', id: newId(now), orderId: null, ticketId: null }],
    now,
  );
}

/** Records a mail to someone who logs in, or is invited to. */
export async function recordAccountMail<Kind extends AccountMailKind>(
  tx: Tx,
  mail: { organizationId: Uuid; kind: Kind; recipient: string; details: MailDetails[Kind]; now: Date },
): Promise<void> {
  await insertAccountMail(tx, { ...mail, id: newId(mail.now) });
}
