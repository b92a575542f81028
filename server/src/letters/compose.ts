import { type DueMail, LAST_MAIL_KINDS, type Letter, type MailKind, type NotWritten } from '../mail/mail.ts';
import type { Queryable } from '../platform/database/database.ts';
import { readPrintedOrder } from '../tickets/documents/read-printed-order.ts';
import { ERASED_EMAIL } from '../values/erased.ts';
import type { Uuid } from '../values/uuid.ts';
import { cancelledLetter } from './cancelled-letter.ts';
import { changedLetter } from './changed-letter.ts';
import { invitationLetter } from './invitation-letter.ts';
import { joinedLetter } from './joined-letter.ts';
import type { LetterContext } from './letter.ts';
import { listEndedLetter } from './list-ended-letter.ts';
import { messageLetter, messageTestLetter } from './message-letter.ts';
import { moneyBackLetter } from './money-back-letter.ts';
import { noticeLetter } from './notice-letter.ts';
import { offerLetter } from './offer-letter.ts';
import { orderLinksLetter } from './order-links-letter.ts';
import { passOnNotice, replacedNotice, withdrawnNotice } from './pass-on-notice.ts';
import { pendingLetter } from './pending-letter.ts';
import { getMailRules, isOfOrder } from './queries.ts';
import { declinedLetter, refundLetter } from './refund-letter.ts';
import { refundRequestedLetter } from './refund-requested-letter.ts';
import { resetLetter } from './reset-letter.ts';
import { ticketsLetter } from './tickets-letter.ts';

const NOT_NEEDED: NotWritten = { reason: 'The mail was no longer needed.' };
const NOT_TO_STRANGERS: NotWritten = { reason: 'In test mode e-mails go only to members of the team.' };

/**
 * Composes a mail with current data. It is not written when it is no longer needed: the tickets were returned, a change
 * or an invitation was undone, a transfer arrived, an offer is over, the recipient unsubscribed from messages, the
 * buyer has another address, or their personal data was erased. A test organization costs nothing, so it must not be a
 * way to mail strangers.
 */
export async function composeLetter(context: LetterContext, mail: DueMail): Promise<Letter | NotWritten> {
  if (mail.recipient === ERASED_EMAIL) return NOT_NEEDED;
  const { isTest, isToTeam } = await getMailRules(context.db, mail);
  if (isTest && !isToTeam) return NOT_TO_STRANGERS;
  const letter = await writeLetter(context, mail);
  // Afterwards: the order may have got another buyer, or the ticket another holder, while their codes were read.
  return letter && (await isMeant(context.db, mail)) ? letter : NOT_NEEDED;
}

/** Mails to people who have lost the order or ticket that they are about, or look for all that an address has. */
const TO_OTHERS: readonly MailKind[] = [...LAST_MAIL_KINDS, 'message', 'order_links'];

/** Mails that tell a guest about all of their tickets of an order, and name one of them. */
const ABOUT_ALL_TICKETS: readonly MailKind[] = ['event_changed', 'event_cancelled'];

async function isMeant(db: Queryable, { kind, organizationId, orderId, ticketId, recipient: address }: DueMail) {
  if (orderId === null || TO_OTHERS.includes(kind)) return true;
  const isToBuyer = ticketId === null || kind === 'pass_on_notice';
  const ofTicket = ABOUT_ALL_TICKETS.includes(kind) ? 'any' : ticketId;
  return isOfOrder(db, { organizationId, orderId, address, ofTicket: isToBuyer ? null : ofTicket });
}

async function writeLetter(context: LetterContext, mail: DueMail): Promise<Letter | undefined> {
  switch (mail.kind) {
    case 'tickets':
    case 'new_code':
    case 'passed_on':
    case 'places_changed':
      return ticketsLetter(context, mail, await orderOf(context, mail, { ticketIds: ticketOf(mail) }));
    case 'pass_on_notice':
      return passOnNotice(context, mail, await orderOf(context, mail, { ticketIds: ticketOf(mail) }));
    case 'ticket_withdrawn':
      return withdrawnNotice(context, mail, await orderOf(context, mail, {}));
    case 'address_replaced':
      return replacedNotice(context, mail, await orderOf(context, mail, {}));
    case 'order_links':
      return orderLinksLetter(context, mail);
    case 'refund':
      return refundLetter(
        context,
        mail,
        await orderOf(context, mail, { ticketIds: ticketOf(mail) ?? mail.details.ticket_ids }),
      );
    case 'refund_declined':
      return declinedLetter(context, mail, await orderOf(context, mail, { ticketIds: mail.details.ticket_ids }));
    case 'event_cancelled':
      return cancelledLetter(context, mail, await orderOf(context, mail, { ticketIds: ticketOf(mail) }));
    case 'event_changed':
      return changedLetter(context, mail, await orderOf(context, mail, { validFor: mail.recipient }));
    case 'money_back':
      return moneyBackLetter(context, mail);
    case 'payment_pending':
      return pendingLetter(context, mail);
    case 'waiting_list_joined':
      return joinedLetter(context, mail);
    case 'waiting_list_ended':
      return listEndedLetter(context, mail);
    case 'waiting_list_offer':
      return offerLetter(context, mail);
    case 'message':
      return messageLetter(context, mail);
    case 'message_test':
      return messageTestLetter(context, mail);
    case 'password_reset':
      return resetLetter(context, mail);
    case 'invitation':
      return invitationLetter(context, mail);
    case 'refund_requested':
      return refundRequestedLetter(context, mail);
    case 'security_notice':
      return noticeLetter(context, mail);
  }
}

const ticketOf = ({ ticketId }: DueMail) => (ticketId === null ? undefined : [ticketId]);

const orderOf = (
  { config, db, publicUrl }: LetterContext,
  { organizationId, orderId }: { organizationId: Uuid; orderId: Uuid },
  tickets: { ticketIds?: string[] | undefined } | { validFor: string },
) =>
  readPrintedOrder(
    db,
    { organizationId, orderId, ...tickets },
    { secretsKeys: config.secretsKeys, publicUrl: publicUrl() },
  );
