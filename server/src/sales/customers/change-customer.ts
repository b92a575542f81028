import type { Actor } from '../../audit-log/actor.ts';
import { recordChange } from '../../audit-log/record-change.ts';
import { type Attendee, isGuestAddress } from '../../checkouts/attendee.ts';
import { saveChanges } from '../../checkouts/change-queries.ts';
import type { Checkout } from '../../checkouts/checkout.ts';
import type { Customer } from '../../checkouts/customer.ts';
import { lockCheckout } from '../../checkouts/queries.ts';
import { changePlaces } from '../../events/change-places.ts';
import { changeDoorList } from '../../events/queries.ts';
import { moveMailsOfBuyer } from '../../mail/queries.ts';
import { recordMails } from '../../mail/record-mail.ts';
import { deleteMailFiles } from '../../mail/sending/mail-files.ts';
import { getCheckoutIdOfOrder } from '../../orders/change-queries.ts';
import { getOrder, saveCustomer } from '../../orders/queries.ts';
import { orderRefusals } from '../../orders/refusals.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import { recordAttendeeMails, recordReplacedMail } from '../../tickets/mails/record-ticket-mails.ts';
import { retryOnNumberCollision } from '../../tickets/retry-on-number-collision.ts';
import { newTicketNumber } from '../../tickets/ticket.ts';
import { recordPassChanges } from '../../tickets/wallet/record-pass-changes.ts';
import { ERASED_EMAIL } from '../../values/erased.ts';
import type { Uuid } from '../../values/uuid.ts';
import { type KeptTicket, lockKeptTickets, markAllReissued, nameAttendees, renameReservation } from './queries.ts';

interface CustomerChange {
  organizationId: Uuid;
  actor: Actor;
  orderId: Uuid;
  /** Those to change. */
  fields: Partial<Customer>;
  /** Where mails are files, if they are. */
  mailDirectory: string;
  now: Date;
}

/** Mails that are recorded anew with the new codes, or whose link is void. */
const REPLACED = ['tickets', 'new_code', 'order_links'] as const;

/**
 * Corrects the name, e-mail address or telephone number of an order's buyer. An attendee who is the buyer follows.
 *
 * With another address the tickets belong to its owner alone: those that can be scanned and were not passed on get new
 * numbers, codes and links, which are e-mailed to the buyer and to guests; the former address is told that what it had
 * is void, e-mails that wait for it go to the new one, and it is forgotten. The limit per buyer does not count.
 *
 * Runs under the event's lock, as passing on and erasures do: of two changes the later one stays. A scan of an old code
 * that comes first is a check-in, a later one finds the code replaced. Repeating it changes nothing.
 * @throws Refusal 404; 409 when the buyer's data was erased
 */
export async function changeCustomer(db: Database, change: CustomerChange): Promise<void> {
  const { organizationId, orderId } = change;
  const { event } = await getOrder(db, organizationId, orderId);
  const forgotten = await retryOnNumberCollision(() =>
    changePlaces(db, { organizationId, eventId: event.id }, (tx) => changeUnderLock(tx, event.id, change)),
  );
  await deleteMailFiles(change.mailDirectory, forgotten);
}

/** @returns ids of the e-mails to a former address */
async function changeUnderLock(tx: Tx, eventId: Uuid, change: CustomerChange): Promise<Uuid[]> {
  const { organizationId, actor, orderId, fields, now } = change;
  const checkout = await lockCheckout(tx, organizationId, await getCheckoutIdOfOrder(tx, organizationId, orderId));
  const before = checkout.customer;
  if (before.email === ERASED_EMAIL) throw orderRefusals.buyer_erased();
  const customer = { ...before, ...fields };
  const changed = (['name', 'email', 'phone'] as const).filter((name) => customer[name] !== before[name]);
  if (changed.length === 0) return [];

  const kept = await lockKeptTickets(tx, change);
  const isMoved = isGuestAddress(customer.email, before);
  saveBuyer(tx, change, { checkout, customer, kept });
  saveCustomer(tx, change, { customer, voidsLinks: isMoved });
  changeDoorList(tx, organizationId, eventId, now);
  const ticketIds = kept.map(({ id }) => id);
  recordPassChanges(tx, organizationId, ticketIds, now);
  const after = Object.fromEntries(changed.map((name) => [name, 'changed']));
  const fieldsChanged = { action: 'order.customer_changed', subjectId: orderId, before: {}, after } as const;
  recordChange(tx, { organizationId, actor, ...fieldsChanged, now });
  return isMoved ? moveTickets(tx, change, { checkout, customer, kept }) : [];
}

interface Buyer {
  /** As it was. */
  checkout: Checkout;
  customer: Customer;
  kept: KeptTicket[];
}

/** Saves the buyer in the checkout, as the attendees who are the buyer, and in a reservation by the same name. */
function saveBuyer(tx: Tx, change: CustomerChange, { checkout, customer, kept }: Buyer) {
  const { organizationId } = change;
  const ids = new Map(kept.map(({ id, position }) => [position, id]));
  const attendees = checkout.attendees.map((attendee, position) =>
    ids.has(position) ? following(attendee, checkout.customer, customer) : attendee,
  );
  saveChanges(tx, { ...checkout, customer, attendees });
  const named = attendees.flatMap((attendee, position) => {
    const ticketId = attendee === checkout.attendees[position] ? undefined : ids.get(position);
    return ticketId === undefined ? [] : { ticketId, attendee };
  });
  if (named.length > 0) nameAttendees(tx, change, named);
  const { reservationId, customer: before } = checkout;
  if (reservationId !== null && customer.name !== before.name)
    renameReservation(tx, { organizationId, id: reservationId }, { from: before.name, to: customer.name });
}

/** An attendee with the buyer's address, or with their name and no address, is the buyer. */
function following(attendee: Attendee, before: Customer, after: Customer): Attendee {
  if (isGuestAddress(attendee.email, before)) return attendee;
  const isBuyer = attendee.name?.toLowerCase() === before.name.toLowerCase();
  return { name: isBuyer ? after.name : attendee.name, email: attendee.email === null ? null : after.email };
}

/** @returns ids of the e-mails to the former address */
async function moveTickets(tx: Tx, change: CustomerChange, { checkout, customer, kept }: Buyer): Promise<Uuid[]> {
  const { organizationId, orderId, now } = change;
  const renewed = kept.filter(({ hasCode }) => hasCode).map(({ id }) => ({ id, number: newTicketNumber() }));
  if (renewed.length > 0) await markAllReissued(tx, change, renewed, now);
  const { email: from } = checkout.customer;
  recordReplacedMail(tx, { organizationId, orderId, address: from, now });
  const forgotten = await moveMailsOfBuyer(tx, {
    organizationId,
    orderId,
    checkoutId: checkout.id,
    from,
    to: customer.email,
    replaced: REPLACED,
    now,
  });
  recordMails(tx, organizationId, [{ kind: 'tickets', recipient: customer.email, orderId, details: {} }], now);
  const ticketIds = renewed.map(({ id }) => id);
  recordAttendeeMails(tx, organizationId, { kind: 'new_code', ticketIds, details: {} }, now);
  return forgotten;
}
