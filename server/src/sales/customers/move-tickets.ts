import { isGuestAddress } from '../../checkouts/attendee.ts';
import type { Customer } from '../../checkouts/customer.ts';
import { forgetEntryMails } from '../../mail/entry-queries.ts';
import {
  forgetBuyer,
  forgetRecipients,
  lockMailsOfBuyer,
  lockMailsOfTicket,
  redirectMails,
} from '../../mail/queries.ts';
import { recordMails } from '../../mail/record-mail.ts';
import type { Tx } from '../../platform/database/database.ts';
import { moveMailsToOtherTickets, moveMessagesToOtherTickets } from '../../tickets/mails/queries.ts';
import {
  recordAttendeeMails,
  recordReplacedMail,
  recordWithdrawnMail,
} from '../../tickets/mails/record-ticket-mails.ts';
import { closeRefundRequest } from '../../tickets/refund-requests/queries.ts';
import { newTicketNumber } from '../../tickets/ticket.ts';
import type { Uuid } from '../../values/uuid.ts';
import { listEntriesOfOffer, type TicketOfBuyer, voidCodes } from './queries.ts';

interface Move {
  organizationId: Uuid;
  eventId: Uuid;
  orderId: Uuid;
  checkoutId: Uuid;
  /** All of the order, locked. */
  tickets: TicketOfBuyer[];
  before: Customer;
  customer: Customer;
  now: Date;
}

/** Mails that are recorded anew with the new codes, or whose links are void. */
const REPLACED = ['tickets', 'new_code', 'order_links'] as const;

/**
 * Moves what belongs to the buyer's address to another one, after the buyer was changed. Mails that wait follow. If it
 * is another address, not another spelling:
 *
 * - codes and links of tickets that were not passed on are void, and so is a refund request. The new ones are e-mailed
 *   to the buyer and to the guests that were named when the order was placed;
 * - the former address is told, and forgotten.
 * @returns ids of the e-mails that were forgotten
 */
export async function moveTickets(tx: Tx, move: Move): Promise<Uuid[]> {
  const { organizationId, eventId, orderId, checkoutId, tickets, before, customer, now } = move;
  if (customer.email === before.email) return [];
  const isHolder = ({ isPassedOn, attendeeEmail }: TicketOfBuyer) =>
    isPassedOn && !isGuestAddress(attendeeEmail, before);
  const heldTicketIds = tickets.filter(isHolder).map(({ id }) => id);
  const mails = { organizationId, orderId, checkoutId, address: before.email, heldTicketIds };
  await lockMailsOfBuyer(tx, mails);
  if (!isGuestAddress(customer.email, before)) {
    await redirectMails(tx, mails, { to: customer.email, except: [], now });
    return [];
  }
  const kept = tickets.filter(({ isPassedOn }) => !isPassedOn);
  await voidCodes(
    tx,
    move,
    kept.map(({ id, isHeld }) => ({ id, newNumber: isHeld ? newTicketNumber() : null })),
  );
  await closeRefundRequest(tx, organizationId, orderId, now);
  recordReplacedMail(tx, { organizationId, orderId, address: before.email, now });
  await moveMessagesToOtherTickets(tx, { organizationId, eventId, orderId, ticketId: null });
  await redirectMails(tx, mails, { to: customer.email, except: REPLACED, now });
  const forgotten = await forgetBuyer(tx, mails);
  forgotten.push(...(await forgetEntryMails(tx, organizationId, await listEntriesOfOffer(tx, mails))));
  for (const ticket of kept) if (ticket.isNamedLater) forgotten.push(...(await forgetGuest(tx, move, ticket)));
  recordMails(tx, organizationId, [{ kind: 'tickets', recipient: customer.email, orderId, details: {} }], now);
  const ofUse = kept.filter(({ isOfUse }) => isOfUse).map(({ id }) => id);
  recordAttendeeMails(tx, organizationId, { kind: 'new_code', ticketIds: ofUse, details: {} }, now);
  return forgotten;
}

/**
 * The owner of the former address named the guest of a ticket, who has lost it. They are told if they were sent it.
 * @returns ids of the e-mails that were forgotten
 */
async function forgetGuest(tx: Tx, move: Move, { id, ticketNumber, attendeeEmail: email }: TicketOfBuyer) {
  const { organizationId, eventId, orderId, customer, now } = move;
  const ticket = { organizationId, orderId, ticketId: id };
  await lockMailsOfTicket(tx, ticket);
  if (email !== null) recordWithdrawnMail(tx, organizationId, { id, ticketNumber, attendee: { email } }, now);
  await moveMailsToOtherTickets(tx, ticket);
  await moveMessagesToOtherTickets(tx, { ...ticket, eventId });
  return forgetRecipients(tx, { ...ticket, except: [customer.email] });
}
