import sql, { empty, raw, type Sql } from 'sql-template-tag';
import type { Attendee } from '../checkouts/attendee.ts';
import { anyOf } from '../platform/database/any-of.ts';
import { type Database, type Queryable, type Tx, write } from '../platform/database/database.ts';
import { columns, insertAllInto, type RowOf } from '../platform/database/table.ts';
import { readTogether } from '../platform/lanes/read-together.ts';
import { seatFrom } from '../seating/seat.ts';
import type { Uuid } from '../values/uuid.ts';
import { hasCodeNow } from './order-ticket-queries.ts';
import { ticketRefusals } from './refusals.ts';
import { ticketsTable } from './tables.ts';
import type { Ticket, TicketStatus } from './ticket.ts';

// biome-ignore format: several a line
const ownColumns = columns(
  ticketsTable,
  [
    'id', 'orderId', 'ticketNumber', 'status', 'revision', 'checkedInAt', 'purchasedAt', 'priceCentavos',
    'eventId', 'tierId', 'attendeeName', 'attendeeEmail',
  ],
  't',
);
/** Columns of a ticket with its event, tier and order. */
const ticketColumns = sql`${ownColumns}, e.title as event_title, e.start_datetime as event_start, e.venue_name, e.re_entry,
  tier.name as tier_name, tier.admission, o.order_number, o.customer_name, o.customer_email,
  s.section_label as section, s.row_label as row, s.seat`;

type Columns = RowOf<typeof ownColumns> & {
  eventTitle: string;
  eventStart: Date;
  venueName: string | null;
  reEntry: boolean;
  tierName: string;
  admission: boolean;
  orderNumber: string;
  customerName: string;
  customerEmail: string;
  section: string | null;
  row: string | null;
  seat: number | null;
};

const ticketJoins = raw(`
  join events e on e.organization_id = t.organization_id and e.id = t.event_id
  join ticket_tiers tier on tier.organization_id = t.organization_id and tier.id = t.tier_id
  join orders o on o.organization_id = t.organization_id and o.id = t.order_id
  left join seat_claims s on s.organization_id = o.organization_id and s.checkout_id = o.checkout_id
   and s.position = t.position`);

const ticketFrom = (row: Columns): Ticket => ({
  id: row.id,
  orderId: row.orderId,
  orderNumber: row.orderNumber,
  ticketNumber: row.ticketNumber,
  status: row.status,
  revision: row.revision,
  checkedInAt: row.checkedInAt,
  purchasedAt: row.purchasedAt,
  priceCentavos: row.priceCentavos,
  event: {
    id: row.eventId,
    title: row.eventTitle,
    startDatetime: row.eventStart,
    venueName: row.venueName,
    reEntry: row.reEntry,
  },
  tier: { id: row.tierId, name: row.tierName, admission: row.admission },
  seat: seatFrom(row),
  customer: { name: row.customerName, email: row.customerEmail },
  attendee: { name: row.attendeeName, email: row.attendeeEmail },
});

/** Reads the organization's tickets among these ids, by id. */
export async function listTickets(db: Queryable, organizationId: Uuid, ids: Uuid[]): Promise<Map<Uuid, Ticket>> {
  const rows = await db.query<Columns>(sql`
    select ${ticketColumns} from tickets t ${ticketJoins}
     where t.organization_id = ${organizationId} and t.id = ${anyOf(ids)}`);
  return new Map(rows.map((row) => [row.id, ticketFrom(row)]));
}

const readTicket = readTogether('reads of tickets', listTickets);

/** Reads a ticket as `getTicket` does; concurrent reads share a statement. */
export async function getTicketTogether(db: Database, organizationId: Uuid, ticketId: Uuid): Promise<Ticket> {
  const ticket = await readTicket(db, organizationId, ticketId);
  if (!ticket) throw ticketRefusals.ticket_not_found();
  return ticket;
}

export async function getTicket(db: Queryable, organizationId: Uuid, ticketId: Uuid): Promise<Ticket> {
  const [row] = await db.query<Columns>(sql`
    select ${ticketColumns} from tickets t ${ticketJoins}
     where t.organization_id = ${organizationId} and t.id = ${ticketId}`);
  if (!row) throw ticketRefusals.ticket_not_found();
  return ticketFrom(row);
}

export async function getTicketByNumber(db: Queryable, organizationId: Uuid, ticketNumber: string): Promise<Ticket> {
  const [row] = await db.query<Columns>(sql`
    select ${ticketColumns} from tickets t ${ticketJoins}
     where t.organization_id = ${organizationId} and t.ticket_number = ${ticketNumber}`);
  if (!row) throw ticketRefusals.ticket_not_found();
  return ticketFrom(row);
}

export interface NewTicket {
  id: Uuid;
  orderId: Uuid;
  tierId: Uuid;
  /** Within the order, from 0. */
  position: number;
  ticketNumber: string;
  /** The price before discount. */
  priceCentavos: number;
  amountCentavos: number;
  attendee: Attendee;
}

/**
 * Inserts tickets. The transaction rejects with a violation of `tickets_one_number` when a number is taken, and is
 * repeated.
 */
export function insertTickets(
  tx: Tx,
  { organizationId, eventId, purchasedAt }: { organizationId: Uuid; eventId: Uuid; purchasedAt: Date },
  tickets: NewTicket[],
) {
  const rows = tickets.map(({ attendee, ...ticket }) => ({
    ...ticket,
    attendeeName: attendee.name,
    attendeeEmail: attendee.email,
  }));
  write(
    tx,
    insertAllInto(
      ticketsTable,
      { organizationId, eventId, status: 'valid', purchasedAt, changedAt: purchasedAt },
      rows,
    ),
  );
}

/**
 * Gives a ticket a new number and revision, which voids the old number, codes and links. @returns whether it had a code
 * @throws a violation of `tickets_one_number` when the number is taken: the caller repeats the transaction
 */
export async function markReissued(
  tx: Tx,
  organizationId: Uuid,
  ticketId: Uuid,
  { number, now }: { number: string; now: Date },
): Promise<boolean> {
  const rows = await tx.query(sql`
    update tickets t set revision = t.revision + 1, ticket_number = ${number}, changed_at = ${now}
      from events e
     where t.organization_id = ${organizationId} and t.id = ${ticketId} and ${hasCodeNow(organizationId)}
       and e.organization_id = ${organizationId} and e.id = t.event_id
    returning 1`);
  return rows.length > 0;
}

export interface ReturnedTicket {
  id: Uuid;
  tierId: Uuid;
  orderId: Uuid;
  /** The order's checkout: with `position` it identifies the ticket's seat. */
  checkoutId: Uuid;
  /** Within the order, from 0. */
  position: number;
  amountCentavos: number;
  /** The fee that is not refunded. */
  keptCentavos: number;
}

/**
 * Refunds tickets of the order with one of `statuses`, all of them or the given ones, less the fee that is kept of
 * each.
 * @returns the tickets that this call changed
 */
export async function markTicketsRefunded(
  tx: Tx,
  organizationId: Uuid,
  { orderId, ticketIds, statuses, keptCentavos, now }: RefundedTickets,
) {
  const named = ticketIds === null ? empty : sql`and t.id = any(${ticketIds}::uuid[])`;
  const condition = sql`t.order_id = ${orderId} and t.status = any(${statuses}::text[]) ${named}`;
  return tx.query<ReturnedTicket>(sql`
    ${lockedById(organizationId, condition)}
    update tickets t set status = 'refunded', changed_at = ${now},
           kept_centavos = coalesce((${keptCentavos}::jsonb ->> t.id::text)::bigint, 0)
      from orders o
     where t.organization_id = ${organizationId} and t.id = any(array(select id from locked))
       and o.organization_id = ${organizationId} and o.id = ${orderId}
    returning ${returnedColumns}`);
}

export interface RefundedTickets {
  orderId: Uuid;
  /** null: all of the order. */
  ticketIds: Uuid[] | null;
  statuses: readonly TicketStatus[];
  /** Fees by the ids of tickets; of others nothing is kept. */
  keptCentavos: Record<Uuid, number>;
  now: Date;
}

/** Cancels the valid tickets of an event. Used tickets stay used. */
export async function markTicketsCancelled(tx: Tx, organizationId: Uuid, eventId: Uuid, now: Date) {
  const condition = sql`t.event_id = ${eventId} and t.status = 'valid'`;
  return tx.query<ReturnedTicket>(sql`
    ${lockedById(organizationId, condition)}
    update tickets t set status = 'cancelled', changed_at = ${now}
      from orders o
     where t.organization_id = ${organizationId} and t.id = any(array(select id from locked))
       and o.organization_id = ${organizationId} and o.id = t.order_id
    returning ${returnedColumns}`);
}

/** Locks tickets in the order of their ids, as scans that wait for a ticket do: neither then waits for the other. */
const lockedById = (organizationId: Uuid, condition: Sql): Sql => sql`
  with locked as (
    select t.id from tickets t where t.organization_id = ${organizationId} and ${condition} order by t.id for no key update)`;

/** Columns of `tickets t` and its `orders o`. */
const returnedColumns = raw(
  't.id, t.tier_id, t.order_id, o.checkout_id, t.position, t.amount_centavos, t.kept_centavos',
);
