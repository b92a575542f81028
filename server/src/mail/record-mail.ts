import type { Tx } from '../platform/database/database.ts';
import { newId, type Uuid } from '../values/uuid.ts';
import type { AccountMailKind, MailDetails, MailKind } from './mail.ts';
import { insertMails } from './queries.ts';

/** About a checkout, because there is no order. */
type CheckoutMailKind = 'money_back' | 'payment_pending' | 'waiting_list_offer';

type OrderMailKind = Exclude<
  MailKind,
  'event_changed' | 'message' | 'waiting_list_joined' | 'waiting_list_ended' | CheckoutMailKind | AccountMailKind
>;

/** A mail about an order or one of its tickets. */
export type NewMail = {
  [Kind in OrderMailKind]: {
    kind: Kind;
    recipient: string;
    orderId: Uuid;
    /** Only about this ticket. */
    ticketId?: Uuid;
    details: MailDetails[Kind];
  };
}[OrderMailKind];

/**
 * Records mails in the transaction that is their reason, so that both are committed or neither is. They are composed
 * and sent afterwards, with the values of that time. @returns their ids, in the same order
 */
export function recordMails(tx: Tx, organizationId: Uuid, mails: NewMail[], now: Date): Uuid[] {
  const rows = mails.map((mail) => ({ ticketId: null, ...mail, checkoutId: null, id: newId(now) }));
  if (rows.length > 0) insertMails(tx, organizationId, rows, now);
  return rows.map(({ id }) => id);
}

/**
 * Records mails about checkouts without an order: a payment that bought nothing and is refunded, or is on its way, or
 * an offer to an entry on the waiting list.
 */
export function recordCheckoutMails<Kind extends CheckoutMailKind>(
  tx: Tx,
  organizationId: Uuid,
  mails: { kind: Kind; recipient: string; checkoutId: Uuid; details: MailDetails[Kind] }[],
  now: Date,
): void {
  const rows = mails.map((mail) => ({ ...mail, id: newId(now), orderId: null, ticketId: null }));
  if (rows.length > 0) insertMails(tx, organizationId, rows, now);
}

/**
 * Records a mail without an order or a checkout, to the address in the row: to a member, an invited person, or one who
 * joined a waiting list.
 */
export function recordLoneMail<Kind extends AccountMailKind | 'waiting_list_joined'>(
  tx: Tx,
  mail: { organizationId: Uuid; kind: Kind; recipient: string; details: MailDetails[Kind]; now: Date },
): void {
  const { organizationId, now, ...rest } = mail;
  insertMails(tx, organizationId, [{ ...rest, id: newId(now), orderId: null, ticketId: null, checkoutId: null }], now);
}
