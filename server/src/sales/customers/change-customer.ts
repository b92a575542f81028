import type { Actor } from '../../audit-log/actor.ts';
import { recordChange } from '../../audit-log/record-change.ts';
import { type Attendee, isGuestAddress } from '../../checkouts/attendee.ts';
import { saveChanges } from '../../checkouts/change-queries.ts';
import type { Checkout } from '../../checkouts/checkout.ts';
import type { Customer } from '../../checkouts/customer.ts';
import { lockCheckout } from '../../checkouts/queries.ts';
import { changePlaces } from '../../events/change-places.ts';
import { changeDoorList } from '../../events/queries.ts';
import { deleteMailFiles } from '../../mail/sending/mail-files.ts';
import { getCheckoutIdOfOrder } from '../../orders/change-queries.ts';
import { getOrder, saveCustomer } from '../../orders/queries.ts';
import { orderRefusals } from '../../orders/refusals.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import { retryOnNumberCollision } from '../../tickets/retry-on-number-collision.ts';
import { recordPassChanges } from '../../tickets/wallet/record-pass-changes.ts';
import { ERASED_EMAIL } from '../../values/erased.ts';
import type { Uuid } from '../../values/uuid.ts';
import { moveTickets } from './move-tickets.ts';
import {
  lockTicketsOfOrder,
  nameAttendees,
  saveBuyerOfOffer,
  saveBuyerOfReservation,
  type TicketOfBuyer,
} from './queries.ts';

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

/**
 * Corrects the name, e-mail address or telephone number of an order's buyer. An attendee who is the buyer follows, and
 * so do e-mails that wait for the address. With another address the tickets are its owner's alone, as `moveTickets`
 * says. The limit per buyer does not count.
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

  const tickets = await lockTicketsOfOrder(tx, change, now);
  const kept = tickets.filter(({ isPassedOn }) => !isPassedOn);
  const isMoved = isGuestAddress(customer.email, before);
  saveCustomer(tx, change, { customer, voidsLinks: isMoved });
  saveBuyer(tx, change, { checkout, customer, kept });
  changeDoorList(tx, organizationId, eventId, now);
  recordPassChanges(
    tx,
    organizationId,
    kept.map(({ id }) => id),
    now,
  );
  const after = Object.fromEntries(changed.map((name) => [name, 'changed']));
  const fieldsChanged = { action: 'order.customer_changed', subjectId: orderId, before: {}, after } as const;
  recordChange(tx, { organizationId, actor, ...fieldsChanged, now });
  return moveTickets(tx, { organizationId, eventId, orderId, checkoutId: checkout.id, tickets, before, customer, now });
}

/** Saves the buyer of an order in its checkout, as the attendees who are the buyer, and where places were kept. */
function saveBuyer(
  tx: Tx,
  change: CustomerChange,
  { checkout, customer, kept }: { checkout: Checkout; customer: Customer; kept: TicketOfBuyer[] },
) {
  const { organizationId } = change;
  const { id: checkoutId, customer: before, reservationId } = checkout;
  const ofPosition = new Map(kept.map((ticket) => [ticket.position, ticket]));
  const attendees = checkout.attendees.map((attendee, position) => {
    const ticket = ofPosition.get(position);
    return ticket ? attendeeAfter(attendee, ticket, { before, customer }) : attendee;
  });
  saveChanges(tx, { ...checkout, customer, attendees });
  const named = attendees.flatMap((attendee, position) => {
    const ticket = attendee === checkout.attendees[position] ? undefined : ofPosition.get(position);
    return ticket ? [{ ticketId: ticket.id, attendee }] : [];
  });
  if (named.length > 0) nameAttendees(tx, change, named);
  saveBuyerOfOffer(tx, { organizationId, checkoutId }, customer);
  if (reservationId !== null) saveBuyerOfReservation(tx, { organizationId, reservationId }, { before, customer });
}

/**
 * An attendee with the buyer's address, or with their name and no address, is the buyer. If the address changes, a
 * guest who was named on the page of the order keeps only the name: the owner of the former address may have done it.
 */
function attendeeAfter(
  attendee: Attendee,
  { isNamedLater }: TicketOfBuyer,
  { before, customer }: { before: Customer; customer: Customer },
): Attendee {
  if (isGuestAddress(attendee.email, before))
    return isNamedLater && isGuestAddress(customer.email, before) ? { ...attendee, email: null } : attendee;
  const isBuyer = attendee.name?.trim().toLowerCase() === before.name.trim().toLowerCase();
  return { name: isBuyer ? customer.name : attendee.name, email: attendee.email === null ? null : customer.email };
}
