import sql from 'sql-template-tag';
import type { Attendee } from '../../checkouts/attendee.ts';
import { type Customer, customerColumns } from '../../checkouts/customer.ts';
import { checkoutsTable } from '../../checkouts/tables.ts';
import { isEventOver } from '../../events/queries.ts';
import { type Tx, write } from '../../platform/database/database.ts';
import { assignments } from '../../platform/database/table.ts';
import { hasCodeNow } from '../../tickets/order-ticket-queries.ts';
import type { Uuid } from '../../values/uuid.ts';
import { waitingListEntriesTable } from '../../waiting-list/tables.ts';

interface OfOrder {
  organizationId: Uuid;
  orderId: Uuid;
}

export interface TicketOfBuyer {
  id: Uuid;
  position: number;
  isPassedOn: boolean;
  ticketNumber: string;
  attendeeEmail: string | null;
  /** Neither refunded nor cancelled. */
  isHeld: boolean;
  /** It can be scanned, and the event is not over. */
  isOfUse: boolean;
  /** On the page of the order, after it was bought. */
  isNamedLater: boolean;
}

/** Locks the tickets of an order against scans and changes of their holders. */
export const lockTicketsOfOrder = (tx: Tx, { organizationId, orderId }: OfOrder, now: Date) =>
  tx.query<TicketOfBuyer>(sql`
    select t.id, t.position, t.ticket_number, t.passed_on > 0 as is_passed_on, t.attendee_email, t.status in ('valid', 'used') as is_held,
           ${hasCodeNow(organizationId)} and not ${isEventOver(now)} as is_of_use,
           t.attendee_changed_at is not null as is_named_later
      from tickets t join events e on e.organization_id = t.organization_id and e.id = t.event_id
     where t.organization_id = ${organizationId} and t.order_id = ${orderId}
     order by t.id for no key update of t`);

/** Names the attendees of tickets, which are locked. */
export function nameAttendees(tx: Tx, { organizationId }: OfOrder, named: { ticketId: Uuid; attendee: Attendee }[]) {
  write(
    tx,
    sql`
    update tickets t set attendee_name = named.name, attendee_email = named.email
      from unnest(${named.map(({ ticketId }) => ticketId)}::uuid[], ${named.map(({ attendee }) => attendee.name)}::text[],
                  ${named.map(({ attendee }) => attendee.email)}::text[]) as named (id, name, email)
     where t.organization_id = ${organizationId} and t.id = named.id`,
  );
}

/**
 * Voids the codes and links of tickets, which are locked, with new revisions; those with a new number lose the old one,
 * too. Their `changed_at` stays, which is the time of a notification: doors are told by `changeDoorList`.
 * @throws a violation of `tickets_one_number` when a number is taken: the caller repeats the transaction
 */
export async function voidCodes(
  tx: Tx,
  { organizationId }: OfOrder,
  tickets: { id: Uuid; newNumber: string | null }[],
) {
  await tx.query(sql`
    update tickets t set revision = t.revision + 1, ticket_number = coalesce(renewed.number, t.ticket_number)
      from unnest(${tickets.map(({ id }) => id)}::uuid[], ${tickets.map(({ newNumber }) => newNumber)}::text[])
           as renewed (id, number)
     where t.organization_id = ${organizationId} and t.id = renewed.id`);
}

/** The entry on a waiting list whose offer the checkout was, if it was one. */
export async function listEntriesOfOffer(
  tx: Tx,
  { organizationId, checkoutId }: { organizationId: Uuid; checkoutId: Uuid },
): Promise<Uuid[]> {
  const rows = await tx.query<{ id: Uuid }>(sql`
    select id from waiting_list_entries where organization_id = ${organizationId} and checkout_id = ${checkoutId}`);
  return rows.map(({ id }) => id);
}

/** That entry names the buyer, too. */
export function saveBuyerOfOffer(
  tx: Tx,
  { organizationId, checkoutId }: { organizationId: Uuid; checkoutId: Uuid },
  customer: Customer,
) {
  write(
    tx,
    sql`
    update waiting_list_entries set ${assignments(waitingListEntriesTable, customerColumns(customer))}
     where organization_id = ${organizationId} and checkout_id = ${checkoutId}`,
  );
}

/**
 * A part of a reservation was picked up. If the places are kept for a person by the buyer's name, the name is theirs:
 * an erasure finds it by the name. So is the address for the places that are left, if it is the same.
 */
export function saveBuyerOfReservation(
  tx: Tx,
  { organizationId, reservationId }: { organizationId: Uuid; reservationId: Uuid },
  { before, customer }: { before: Customer; customer: Customer },
) {
  write(
    tx,
    sql`
    update checkouts c set ${assignments(checkoutsTable, customerColumns(customer))}
     where c.organization_id = ${organizationId} and c.id = ${reservationId} and c.status = 'open'
       and lower(c.customer_name) = lower(${before.name}) and lower(c.customer_email) = lower(${before.email})`,
  );
  write(
    tx,
    sql`
    update reservations set name = ${customer.name}
     where organization_id = ${organizationId} and id = ${reservationId} and lower(name) = lower(${before.name})`,
  );
}
