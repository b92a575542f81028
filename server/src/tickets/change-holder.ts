import assert from 'node:assert';
import { BUYER } from '../audit-log/actor.ts';
import { recordChange } from '../audit-log/record-change.ts';
import { replaceAttendees } from '../checkouts/answer-queries.ts';
import { type Attendee, attendeesFrom, UNNAMED_ATTENDEE } from '../checkouts/attendee.ts';
import type { Checkout } from '../checkouts/checkout.ts';
import { lockCheckout } from '../checkouts/queries.ts';
import { changePlaces } from '../events/change-places.ts';
import { forgetRecipients, lockMailsOfTicket } from '../mail/queries.ts';
import { recordMails } from '../mail/record-mail.ts';
import { deleteMailFiles } from '../mail/sending/mail-files.ts';
import { getCheckoutIdOfOrder } from '../orders/change-queries.ts';
import type { Database, Tx } from '../platform/database/database.ts';
import type { Uuid } from '../values/uuid.ts';
import { type HolderChange, saveAttendee, savePassedOn } from './holder-queries.ts';
import { moveMailsToOtherTickets, moveMessagesToOtherTickets } from './mails/queries.ts';
import { recordWithdrawnMail } from './mails/record-ticket-mails.ts';
import { findOrderRevision } from './order-ticket-queries.ts';
import { listTickets } from './queries.ts';
import { closeRefundRequests } from './refund-requests/queries.ts';
import { ticketRefusals } from './refusals.ts';
import { retryOnNumberCollision } from './retry-on-number-collision.ts';
import { newTicketNumber, type Ticket } from './ticket.ts';
import { recordPassChanges } from './wallet/record-pass-changes.ts';

/** A typing mistake in an address, and a second change of mind. More is trade, which the organizer may not want. */
export const MAX_PASSES = 3;

interface Change extends HolderChange {
  eventId: Uuid;
  /** Where mails are files, if they are. */
  mailDirectory: string;
}

/**
 * The buyer names another attendee of one of their tickets. The code stays, and no mail is sent. Runs under the event's
 * lock, as an erasure of personal data does; of a check-in at the same moment, the first wins.
 * @throws Refusal 404; 409 when the ticket is not valid, was passed on or has another code since, or the event has
 * started
 */
export async function nameAttendee(db: Database, change: Change): Promise<void> {
  const { organizationId, ticketId, attendee, now } = change;
  const forgotten = await changePlaces(db, change, async (tx) => {
    const before = await requireChangeable(tx, change);
    const checkout = await lockCheckoutOf(tx, change);
    const position = await saveAttendee(tx, change);
    if (position === undefined) throw refusalOf(await find(tx, change));
    await keepInCheckout(tx, checkout, position, change.attendee);
    recordPassChanges(tx, organizationId, [ticketId], now);
    const mailIds = attendee.email === before.attendee.email ? [] : await forgetGuests(tx, change, before);
    const fields = { before: {}, after: { attendee: 'changed' } };
    recordChange(tx, {
      organizationId,
      actor: BUYER,
      action: 'ticket.holder_changed',
      subjectId: ticketId,
      ...fields,
      now,
    });
    return mailIds;
  });
  await deleteMailFiles(change.mailDirectory, forgotten);
}

interface PassOn extends Change {
  attendee: { name: string; email: string };
}

/**
 * The buyer passes a ticket on: the new holder gets a new number, code and link by e-mail, and the old ones stop
 * working at once, the link to the order included; a guest who had them is told. From then on the buyer sees the
 * holder's name, and no longer the code, and no refund that the buyer asked for includes the ticket. If the ticket is
 * checked in, refunded or passed on at the same moment, at another instance, too, the first wins.
 * @returns the revision that the order's link proves from then on
 * @throws Refusal 404; 409 when the ticket is not valid, was passed on `MAX_PASSES` times or has another code since, or
 * the event has started; 400 for the buyer's own address
 */
export async function passTicketOn(db: Database, change: PassOn): Promise<number> {
  const { organizationId, orderId, ticketId, attendee, now } = change;
  const { mailIds, revision } = await retryOnNumberCollision(() =>
    changePlaces(db, change, async (tx) => {
      const before = await requireChangeable(tx, change);
      const checkout = await lockCheckoutOf(tx, change);
      const buyer = before.customer.email;
      if (attendee.email.toLowerCase() === buyer.toLowerCase()) throw ticketRefusals.passed_on_to_buyer();
      const position = await savePassedOn(tx, { ...change, number: newTicketNumber(), most: MAX_PASSES });
      if (position === undefined) throw refusalOf(await find(tx, change));
      await keepInCheckout(tx, checkout, position, attendee);
      recordPassChanges(tx, organizationId, [ticketId], now);
      closeRefundRequests(tx, organizationId, [orderId], now);
      await lockMailsOfTicket(tx, change);
      recordWithdrawnMail(tx, organizationId, before, now);
      const mailIds = await forgetGuests(tx, change, before);
      recordMails(
        tx,
        organizationId,
        [
          { kind: 'passed_on', recipient: attendee.email, orderId, ticketId, details: {} },
          {
            kind: 'pass_on_notice',
            recipient: buyer,
            orderId,
            ticketId,
            details: { ticket_number: before.ticketNumber },
          },
        ],
        now,
      );
      const fields = { before: { revision: before.revision }, after: { revision: before.revision + 1 } };
      recordChange(tx, {
        organizationId,
        actor: BUYER,
        action: 'ticket.passed_on',
        subjectId: ticketId,
        ...fields,
        now,
      });
      const revision = await findOrderRevision(tx, organizationId, orderId);
      assert(revision !== undefined, 'the order of a ticket exists');
      return { mailIds, revision };
    }),
  );
  await deleteMailFiles(change.mailDirectory, mailIds);
  return revision;
}

async function find(tx: Tx, { organizationId, orderId, ticketId }: Change): Promise<Ticket> {
  const ticket = (await listTickets(tx, organizationId, [ticketId])).get(ticketId);
  if (ticket?.orderId !== orderId) throw ticketRefusals.ticket_not_found();
  return ticket;
}

async function requireChangeable(tx: Tx, change: Change): Promise<Ticket> {
  const ticket = await find(tx, change);
  if (ticket.event.startDatetime <= change.now) throw ticketRefusals.event_started();
  return ticket;
}

/** Why the update changed nothing. */
const refusalOf = ({ status }: Ticket) =>
  status === 'valid' ? ticketRefusals.ticket_passed_on() : ticketRefusals.holder_not_changeable({ status });

/**
 * Before the ticket changes, as an erasure does: a step of a message holds the checkout while its mails wait for the
 * ticket.
 */
const lockCheckoutOf = async (tx: Tx, { organizationId, orderId }: Change): Promise<Checkout> =>
  lockCheckout(tx, organizationId, await getCheckoutIdOfOrder(tx, organizationId, orderId));

/** The checkout names the attendees, too: a guest's data are found and erased through it. */
async function keepInCheckout(
  tx: Tx,
  { organizationId, id, attendees }: Checkout,
  position: number,
  attendee: Attendee,
) {
  const named: Attendee[] = Array.from(
    { length: Math.max(attendees.length, position + 1) },
    (_, index) => attendees[index] ?? UNNAMED_ATTENDEE,
  );
  named[position] = attendee;
  await replaceAttendees(tx, organizationId, id, attendeesFrom(named));
}

/**
 * Forgets the guests that the ticket named before, as recipients of its e-mails. E-mails about several tickets stay
 * with a guest who keeps another ticket. @returns ids of the forgotten e-mails
 */
async function forgetGuests(tx: Tx, { organizationId, eventId, orderId, ticketId }: Change, { customer }: Ticket) {
  await moveMailsToOtherTickets(tx, { organizationId, orderId, ticketId });
  await moveMessagesToOtherTickets(tx, { organizationId, eventId, orderId, ticketId });
  return forgetRecipients(tx, { organizationId, orderId, ticketId, except: [customer.email] });
}
