import sql from 'sql-template-tag';
import type { Attendee } from '../../checkouts/attendee.ts';
import { type Tx, write } from '../../platform/database/database.ts';
import { hasCodeNow } from '../../tickets/order-ticket-queries.ts';
import type { Uuid } from '../../values/uuid.ts';

interface OfOrder {
  organizationId: Uuid;
  orderId: Uuid;
}

/** A ticket that the buyer has not passed on. */
export interface KeptTicket {
  id: Uuid;
  position: number;
  hasCode: boolean;
}

/** Locks the tickets that the buyer has not passed on against scans and changes of their holders. */
export const lockKeptTickets = (tx: Tx, { organizationId, orderId }: OfOrder) =>
  tx.query<KeptTicket>(sql`
    select t.id, t.position, ${hasCodeNow(organizationId)} as has_code
      from tickets t join events e on e.organization_id = t.organization_id and e.id = t.event_id
     where t.organization_id = ${organizationId} and t.order_id = ${orderId} and t.passed_on = 0
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
 * Gives tickets, which are locked and have codes, new numbers and revisions, as `markReissued` does.
 * @throws a violation of `tickets_one_number` when a number is taken: the caller repeats the transaction
 */
export async function markAllReissued(
  tx: Tx,
  { organizationId }: OfOrder,
  tickets: { id: Uuid; number: string }[],
  now: Date,
) {
  await tx.query(sql`
    update tickets t set revision = t.revision + 1, ticket_number = renewed.number, changed_at = ${now}
      from unnest(${tickets.map(({ id }) => id)}::uuid[], ${tickets.map(({ number }) => number)}::text[])
           as renewed (id, number)
     where t.organization_id = ${organizationId} and t.id = renewed.id`);
}

/** The reservation that a buyer picked up by their own name is found by it when their data is erased. */
export function renameReservation(
  tx: Tx,
  { organizationId, id }: { organizationId: Uuid; id: Uuid },
  { from, to }: { from: string; to: string },
) {
  write(
    tx,
    sql`
    update reservations set name = ${to}
     where organization_id = ${organizationId} and id = ${id} and lower(name) = lower(${from})`,
  );
}
