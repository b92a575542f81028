import sql, { empty, raw, type Sql } from 'sql-template-tag';
import type { EventSummary } from '../events/queries.ts';
import { eventRefusals } from '../events/refusals.ts';
import { totalOfTickets } from '../orders/filter-queries.ts';
import { numberBegins } from '../orders/number-queries.ts';
import { buyerMatches, listMatches, type Search, type Words } from '../orders/word-search-queries.ts';
import { anyOf } from '../platform/database/any-of.ts';
import type { Queryable } from '../platform/database/database.ts';
import { readPage } from '../platform/database/read-page.ts';
import { offset, type Page } from '../platform/http/contract/pagination.ts';
import type { TimeRange } from '../platform/http/contract/time-range.ts';
import { readTogether } from '../platform/lanes/read-together.ts';
import { attendeeMatches } from '../tickets/search-queries.ts';
import type { TicketStatus } from '../tickets/ticket.ts';
import type { Uuid } from '../values/uuid.ts';

export interface ListedAttendee {
  ticketId: Uuid;
  ticketNumber: string;
  purchasedAt: Date;
  orderId: Uuid;
  orderNumber: string;
  status: TicketStatus;
  revision: number;
  checkedInAt: Date | null;
  customerName: string;
  customerEmail: string;
  attendeeName: string | null;
  attendeeEmail: string | null;
  tierName: string;
  section: string | null;
  row: string | null;
  seat: number | null;
  priceCentavos: number;
  amountCentavos: number;
}

/** An event whose attendees are listed. */
export interface ListedEvent extends EventSummary {
  /**
   * Tiers whose tickets are no attendees. Nearly no event has any: its list is read from the index of its order alone.
   */
  addOns: Uuid[];
  /** Questions that were deleted too: their answers stay. Without any, no answers are looked up. */
  hasQuestions: boolean;
}

const readEvent = readTogether('reads of events', async (db, organizationId, ids): Promise<Map<Uuid, ListedEvent>> => {
  const rows = await db.query<ListedEvent>(sql`
    select e.id, e.title, e.status,
           array(select t.id from ticket_tiers t
                  where t.organization_id = ${organizationId} and t.event_id = e.id and not t.admission) as add_ons,
           exists (select 1 from questions q
                    where q.organization_id = ${organizationId} and q.event_id = e.id) as has_questions
      from events e
     where e.organization_id = ${organizationId} and e.id = ${anyOf(ids)}`);
  return new Map(rows.map((row) => [row.id, row]));
});

/** Reads of different pages share the statement. @throws Refusal 404 */
export async function getListedEvent(db: Queryable, organizationId: Uuid, eventId: Uuid): Promise<ListedEvent> {
  const event = await readEvent(db, organizationId, eventId);
  if (!event) throw eventRefusals.event_not_found();
  return event;
}

const except = (addOns: Uuid[]): Sql => (addOns.length === 0 ? empty : sql`and t.tier_id <> all(${addOns}::uuid[])`);

/** What narrows the list down. Each field that is set is one more condition. */
export interface AttendeeFilter extends TimeRange {
  status?: TicketStatus | undefined;
  tierId?: Uuid | undefined;
}

/** Each condition begins with `and`. */
const narrowing = ({ status, tierId, from, to }: AttendeeFilter): Sql => sql`
  ${status ? sql`and t.status = ${status}` : empty} ${tierId ? sql`and t.tier_id = ${tierId}` : empty}
  ${from ? sql`and t.purchased_at >= ${from}` : empty} ${to ? sql`and t.purchased_at <= ${to}` : empty}`;

/** In order of purchase, then ticket number. */
export async function listAttendees(
  db: Queryable,
  organizationId: Uuid,
  { id: eventId, addOns }: Pick<ListedEvent, 'id' | 'addOns'>,
  { search, page, ...filter }: AttendeeFilter & { search: Search | null; page: Page },
): Promise<{ attendees: ListedAttendee[]; total: number }> {
  const isNarrow = Object.values(filter).some((value) => value !== undefined);
  if (
    search?.by === 'words' &&
    !isNarrow &&
    addOns.length === 0 &&
    !(await someAttendeeMatches(db, organizationId, eventId, search))
  )
    return listAttendeesOfBuyers(db, organizationId, eventId, { search, page });
  const ofEvent = sql`t.organization_id = ${organizationId} and t.event_id = ${eventId}
    ${narrowing(filter)} ${except(addOns)}
    ${search ? sql`and ${isFound(organizationId, eventId, search)}` : empty}`;
  const { rows: attendees, total } = await readPage<ListedAttendee>(db, {
    // Only the tickets of the page are joined. Skipped tickets are read from the index of this order alone.
    rows: sql`
      ${selectAttendees}
       where t.organization_id = ${organizationId} and t.ticket_number = any(array(
               select t.ticket_number from tickets t where ${ofEvent}
                order by t.purchased_at, t.ticket_number limit ${page.perPage} offset ${offset(page)}))
       order by t.purchased_at, t.ticket_number`,
    total:
      isNarrow || search || addOns.length > 0
        ? sql`select count(*) as total from tickets t where ${ofEvent}`
        : totalOfTickets(organizationId, eventId),
  });
  return { attendees, total };
}

const selectAttendees = raw(`
  select t.id as ticket_id, t.ticket_number, t.purchased_at, t.order_id, o.order_number, t.status, t.revision, t.checked_in_at,
         o.customer_name, o.customer_email, t.attendee_name, t.attendee_email, tier.name as tier_name,
         t.price_centavos, t.amount_centavos, s.section_label as section, s.row_label as row, s.seat
    from tickets t
    join orders o on o.organization_id = t.organization_id and o.id = t.order_id
    join ticket_tiers tier on tier.organization_id = t.organization_id and tier.id = t.tier_id
    left join seat_claims s on s.organization_id = o.organization_id and s.checkout_id = o.checkout_id
     and s.position = t.position`);

const ofNumber = (organizationId: Uuid, eventId: Uuid, beginning: string) => sql`orders o
     where o.organization_id = ${organizationId} and o.event_id = ${eventId} and ${numberBegins(beginning)}`;

const ofBuyers = (organizationId: Uuid, eventId: Uuid, words: Words) => sql`orders o
     where o.organization_id = ${organizationId} and o.event_id = ${eventId}
       and ${buyerMatches(organizationId, words)}`;

/**
 * Tickets have the purchase time of their order, and every order has at least one. The first pages of tickets therefore
 * belong to the first orders, and orders know their number of tickets. This saves reading thousands of tickets that
 * have a common name. It cannot be used for events with add-ons, because orders count these, too. A subquery finds the
 * time of the last order needed, because `fetch first … with ties` would sort them all.
 */
async function listAttendeesOfBuyers(
  db: Queryable,
  organizationId: Uuid,
  eventId: Uuid,
  { search, page }: { search: Words; page: Page },
): Promise<{ attendees: ListedAttendee[]; total: number }> {
  const { rows, tickets } = await listMatches<ListedAttendee | { ticketId: null }>(
    db,
    { organizationId, eventId, condition: buyerMatches(organizationId, search), orderBy: sql`o.paid_at`, page },
    {
      rows: sql`
        ${selectAttendees}
         where t.organization_id = ${organizationId} and t.id = any(array(
                 select t.id from tickets t
                  where t.organization_id = ${organizationId} and t.order_id = any(array(
                          select id from found where paid_at <= coalesce(
                            (select paid_at from found order by paid_at
                              limit 1 offset ${offset(page) + page.perPage - 1}),
                            'infinity')))
                  order by t.purchased_at, t.ticket_number limit ${page.perPage} offset ${offset(page)}))`,
      orderBy: sql`purchased_at, ticket_number`,
    },
  );
  return { attendees: rows.filter((row) => row.ticketId !== null), total: tickets };
}

const ofAttendees = (organizationId: Uuid, eventId: Uuid, words: Words) => sql`tickets t
     where t.organization_id = ${organizationId} and t.event_id = ${eventId}
       and ${attendeeMatches(organizationId, words)}`;

/** Counts them: with `exists` the planner walks the tickets of the event, because it hopes to find one soon. */
async function someAttendeeMatches(db: Queryable, organizationId: Uuid, eventId: Uuid, words: Words): Promise<boolean> {
  const [row] = await db.query<{ found: number }>(sql`
    select count(*) as found from ${ofAttendees(organizationId, eventId, words)}`);
  return (row?.found ?? 0) > 0;
}

/**
 * Finds all matching orders and tickets first, in one subquery. A condition on each ticket would read every ticket of
 * the event.
 */
function isFound(organizationId: Uuid, eventId: Uuid, search: Search): Sql {
  if (search.by === 'ticket') return sql`t.id = ${search.ticketId}`;
  if (search.by === 'order') return sql`t.order_id = ${search.orderId}`;
  if (search.by === 'order_number')
    return sql`t.order_id = any(array(select o.id from ${ofNumber(organizationId, eventId, search.beginning)}))`;
  return sql`t.id = any(array(
    select t.id from tickets t
     where t.organization_id = ${organizationId}
       and t.order_id = any(array(select o.id from ${ofBuyers(organizationId, eventId, search)}))
    union
    select t.id from ${ofAttendees(organizationId, eventId, search)}))`;
}

/** The next `limit` attendees after this one. Every batch takes the same time, wherever it is in the list. */
export async function listAttendeesAfter(
  db: Queryable,
  organizationId: Uuid,
  { id: eventId, addOns }: Pick<ListedEvent, 'id' | 'addOns'>,
  {
    ids,
    after,
    limit,
    ...filter
  }: AttendeeFilter & {
    /** Only these tickets. */
    ids: Uuid[] | undefined;
    after: ListedAttendee | null;
    limit: number;
  },
): Promise<ListedAttendee[]> {
  return db.query<ListedAttendee>(sql`
    ${selectAttendees}
     where t.organization_id = ${organizationId} and t.event_id = ${eventId}
       ${narrowing(filter)} ${except(addOns)}
       ${ids ? sql`and t.id = any(${ids}::uuid[])` : empty}
       ${after ? sql`and (t.purchased_at, t.ticket_number) > (${after.purchasedAt}, ${after.ticketNumber})` : empty}
     order by t.purchased_at, t.ticket_number limit ${limit}`);
}

/** Whether all of these are tickets of the event. */
export async function areTicketsOf(db: Queryable, organizationId: Uuid, eventId: Uuid, ids: Uuid[]): Promise<boolean> {
  const [row] = await db.query<{ found: number }>(sql`
    select count(*) as found from tickets
     where organization_id = ${organizationId} and id = any(${ids}::uuid[]) and event_id = ${eventId}`);
  return row?.found === new Set(ids).size;
}
