import sql, { empty, raw, type Sql } from 'sql-template-tag';
import { type Queryable, type Tx, write } from '../platform/database/database.ts';
import { notFound } from '../platform/refusals/errors.ts';
import { seatFrom } from '../seating/seat.ts';
import type { Uuid } from '../values/uuid.ts';
import type { Attendee } from './attendee.ts';
import type { Ticket, TicketStatus } from './ticket.ts';

interface TicketRow {
  id: Uuid;
  order_id: Uuid;
  ticket_number: string;
  status: TicketStatus;
  revision: number;
  checked_in_at: Date | null;
  purchased_at: Date;
  price_centavos: number;
  event_id: Uuid;
  event_title: string;
  event_start: Date;
  venue_name: string | null;
  tier_name: string;
  section: string | null;
  row: string | null;
  seat: number | null;
  customer_name: string;
  customer_email: string;
  attendee_name: string | null;
  attendee_email: string | null;
}

const ticketColumns =
  raw(`t.id, t.order_id, t.ticket_number, t.status, t.revision, t.checked_in_at, t.purchased_at, t.price_centavos,
  t.event_id, e.title as event_title, e.start_datetime as event_start, e.venue_name, tier.name as tier_name,
  o.customer_name, o.customer_email, t.attendee_name, t.attendee_email, s.section_label as section, s.row_label as row, s.seat`);

const besideTicket = raw(`
  join events e on e.organization_id = t.organization_id and e.id = t.event_id
  join ticket_tiers tier on tier.organization_id = t.organization_id and tier.id = t.tier_id
  join orders o on o.organization_id = t.organization_id and o.id = t.order_id
  left join seat_claims s on s.organization_id = o.organization_id and s.checkout_id = o.checkout_id
   and s.position = t.position`);

const ticketFrom = (row: TicketRow): Ticket => ({
  id: row.id,
  orderId: row.order_id,
  ticketNumber: row.ticket_number,
  status: row.status,
  revision: row.revision,
  checkedInAt: row.checked_in_at,
  purchasedAt: row.purchased_at,
  priceCentavos: row.price_centavos,
  event: { id: row.event_id, title: row.event_title, startDatetime: row.event_start, venueName: row.venue_name },
  tier: { name: row.tier_name },
  seat: seatFrom(row),
  customer: { name: row.customer_name, email: row.customer_email },
  attendee: { name: row.attendee_name, email: row.attendee_email },
});

/** Those of these tickets that the organization has, by id. */
export async function listTickets(db: Queryable, organizationId: Uuid, ids: Uuid[]): Promise<Map<Uuid, Ticket>> {
  const rows = await db.query<TicketRow>(sql`
    select ${ticketColumns} from tickets t ${besideTicket}
     where t.organization_id = ${organizationId} and t.id = any(${ids}::uuid[])`);
  return new Map(rows.map((row) => [row.id, ticketFrom(row)]));
}

export async function getTicket(db: Queryable, organizationId: Uuid, ticketId: Uuid): Promise<Ticket> {
  const [row] = await db.query<TicketRow>(sql`
    select ${ticketColumns} from tickets t ${besideTicket}
     where t.organization_id = ${organizationId} and t.id = ${ticketId}`);
  if (!row) throw notFound('Ticket');
  return ticketFrom(row);
}

export async function getTicketByNumber(db: Queryable, organizationId: Uuid, ticketNumber: string): Promise<Ticket> {
  const [row] = await db.query<TicketRow>(sql`
    select ${ticketColumns} from tickets t ${besideTicket}
     where t.organization_id = ${organizationId} and t.ticket_number = ${ticketNumber}`);
  if (!row) throw notFound('Ticket');
  return ticketFrom(row);
}

export interface NewTicket {
  id: Uuid;
  orderId: Uuid;
  tierId: Uuid;
  /** Within the order, from 0. */
  position: number;
  ticketNumber: string;
  /** Before discount. */
  priceCentavos: number;
  amountCentavos: number;
  attendee: Attendee;
}

/** The transaction rejects with a violation of `tickets_one_number` when a number is taken, and is tried again. */
export function insertTickets(
  tx: Tx,
  { organizationId, eventId, purchasedAt }: { organizationId: Uuid; eventId: Uuid; purchasedAt: Date },
  tickets: NewTicket[],
) {
  write(
    tx,
    sql`
    insert into tickets (organization_id, event_id, status, purchased_at, changed_at, id, order_id, tier_id, position,
      ticket_number, price_centavos, amount_centavos, attendee_name, attendee_email)
    select ${organizationId}, ${eventId}, 'valid', ${purchasedAt}, ${purchasedAt}, t.* from unnest(
      ${tickets.map((t) => t.id)}::uuid[], ${tickets.map((t) => t.orderId)}::uuid[],
      ${tickets.map((t) => t.tierId)}::uuid[], ${tickets.map((t) => t.position)}::int[],
      ${tickets.map((t) => t.ticketNumber)}::text[],
      ${tickets.map((t) => t.priceCentavos)}::bigint[], ${tickets.map((t) => t.amountCentavos)}::bigint[],
      ${tickets.map((t) => t.attendee.name)}::text[], ${tickets.map((t) => t.attendee.email)}::text[]) t`,
  );
}

/** What a door is told of a ticket that it admits. */
export interface Admission {
  id: Uuid;
  checkedInAt: Date;
  event: { id: Uuid; title: string };
  customer: { name: string };
  attendee: Pick<Attendee, 'name'>;
}

interface AdmissionRow {
  id: Uuid;
  checked_in_at: Date;
  event_id: Uuid;
  event_title: string;
  customer_name: string;
  attendee_name: string | null;
}

/**
 * The row lock decides: a second scan finds no valid row, and a code that is replaced at this moment another revision.
 * Without `waits` a ticket whose row others have locked is left alone. A row that is locked stays where it is, so it is
 * found again by its place; by its id, with what belongs to it in arrays, a check-in took half as long again. Titles are
 * looked up once for all: at a door nearly all are of one event.
 * @returns the tickets that this call used, by id
 */
export async function markTicketsUsed(
  tx: Tx,
  organizationId: Uuid,
  scans: { ticketId: Uuid; nonce: string | null; revision: number | null; admittedAt: Date }[],
  { waits, now }: { waits: boolean; now: Date },
): Promise<Map<Uuid, Admission>> {
  const rows = await tx.query<AdmissionRow>(sql`
    with admitted as materialized (
      select t.ctid as place, t.event_id, scan.at, scan.nonce
        from unnest(${scans.map(({ ticketId }) => ticketId)}::uuid[], ${scans.map(({ revision }) => revision)}::int[],
                    ${scans.map(({ admittedAt }) => admittedAt)}::timestamptz[], ${scans.map(({ nonce }) => nonce)}::text[])
               as scan (ticket_id, revision, at, nonce)
        join tickets t on t.organization_id = ${organizationId} and t.id = scan.ticket_id
       where t.status = 'valid' and t.revision = coalesce(scan.revision, t.revision)
         and (scan.nonce is null or t.check_in_nonce is distinct from scan.nonce)
         for update of t ${waits ? empty : raw('skip locked')}),
    titles as materialized (
      select id, title from events
       where organization_id = ${organizationId} and id = any(array(select event_id from admitted)))
    update tickets t
       set status = 'used', changed_at = ${now}, checked_in_at = admitted.at, check_in_nonce = admitted.nonce,
           undone_check_in_at = null
      from admitted join titles e on e.id = admitted.event_id
     where t.ctid = admitted.place
    returning t.id, t.checked_in_at, t.event_id, t.attendee_name, e.title as event_title,
      (select customer_name from orders o where o.organization_id = t.organization_id and o.id = t.order_id) as customer_name`);
  return new Map(
    rows.map((row) => {
      const event = { id: row.event_id, title: row.event_title };
      const customer = { name: row.customer_name };
      const attendee = { name: row.attendee_name };
      return [row.id, { id: row.id, checkedInAt: row.checked_in_at, event, customer, attendee }];
    }),
  );
}

/**
 * Number, codes and links of before are void. @returns whether it was valid
 * @throws a violation of `tickets_one_number` when the number is taken: the caller's transaction is tried again
 */
export async function markReissued(
  tx: Tx,
  organizationId: Uuid,
  ticketId: Uuid,
  { number, now }: { number: string; now: Date },
): Promise<boolean> {
  const rows = await tx.query(sql`
    update tickets set revision = revision + 1, ticket_number = ${number}, changed_at = ${now}
     where organization_id = ${organizationId} and id = ${ticketId} and status = 'valid'
    returning 1`);
  return rows.length > 0;
}

/** @returns when it had been used; undefined when it was not */
export async function markTicketValidAgain(
  tx: Tx,
  organizationId: Uuid,
  ticketId: Uuid,
  now: Date,
): Promise<Date | undefined> {
  const [row] = await tx.query<{ checked_in_at: Date }>(sql`
    with used as (
      select organization_id, id, checked_in_at from tickets
       where organization_id = ${organizationId} and id = ${ticketId} and status = 'used' for update)
    update tickets t set status = 'valid', checked_in_at = null, changed_at = ${now},
           undone_check_in_at = case when t.check_in_nonce is not null then used.checked_in_at end
      from used where t.organization_id = used.organization_id and t.id = used.id
    returning used.checked_in_at`);
  return row?.checked_in_at;
}

/** When the scan that carries `nonce` used this ticket, be it taken back since: then it is the same scan, sent again. */
export async function findScan(
  db: Queryable,
  organizationId: Uuid,
  ticketId: Uuid,
  nonce: string,
): Promise<Date | undefined> {
  const [row] = await db.query<{ at: Date }>(sql`
    select coalesce(checked_in_at, undone_check_in_at) as at from tickets
     where organization_id = ${organizationId} and id = ${ticketId} and status in ('valid', 'used')
       and check_in_nonce = ${nonce}`);
  return row?.at;
}

export interface ReturnedTicket {
  id: Uuid;
  tierId: Uuid;
  orderId: Uuid;
  /** Within the order, from 0. */
  position: number;
  amountCentavos: number;
}

/** Refunds the order's tickets that are valid or used, all of them or those named. @returns the ones this call changed */
export async function markTicketsRefunded(
  tx: Tx,
  organizationId: Uuid,
  { orderId, ticketIds, now }: { orderId: Uuid; ticketIds: Uuid[] | null; now: Date },
) {
  const named = ticketIds === null ? empty : sql`and id = any(${ticketIds}::uuid[])`;
  return returned(
    tx,
    sql`
    update tickets set status = 'refunded', changed_at = ${now}
     where organization_id = ${organizationId} and order_id = ${orderId} and status in ('valid', 'used') ${named}`,
  );
}

/** An event is cancelled: its valid tickets admit nobody any more. Who was admitted already, stays so. */
export async function markTicketsCancelled(tx: Tx, organizationId: Uuid, eventId: Uuid, now: Date) {
  return returned(
    tx,
    sql`
    update tickets set status = 'cancelled', changed_at = ${now}
     where organization_id = ${organizationId} and event_id = ${eventId} and status = 'valid'`,
  );
}

async function returned(tx: Tx, update: Sql): Promise<ReturnedTicket[]> {
  const rows = await tx.query<{ id: Uuid; tier_id: Uuid; order_id: Uuid; position: number; amount_centavos: number }>(
    sql`${update} returning id, tier_id, order_id, position, amount_centavos`,
  );
  return rows.map((row) => ({
    id: row.id,
    tierId: row.tier_id,
    orderId: row.order_id,
    position: row.position,
    amountCentavos: row.amount_centavos,
  }));
}
