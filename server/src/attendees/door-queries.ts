import sql, { empty } from 'sql-template-tag';
import type { EventStatus } from '../events/event-status.ts';
import { eventRefusals } from '../events/refusals.ts';
import { totalOfTickets } from '../orders/filter-queries.ts';
import type { Queryable } from '../platform/database/database.ts';
import { readPage } from '../platform/database/read-page.ts';
import { offset, type Page } from '../platform/http/contract/pagination.ts';
import type { TicketStatus } from '../tickets/ticket.ts';
import type { Uuid } from '../values/uuid.ts';

export interface DoorEvent {
  id: Uuid;
  title: string;
  status: EventStatus;
  startDatetime: Date;
  endDatetime: Date | null;
  venueName: string | null;
  reEntry: boolean;
  organizationId: Uuid;
  organizationName: string;
  isTest: boolean;
  timeZone: string;
  /** When all of its tickets changed at once at doors; null: never. */
  doorListChangedAt: Date | null;
}

/** @throws Refusal 404 */
export async function getDoorEvent(db: Queryable, organizationId: Uuid, eventId: Uuid): Promise<DoorEvent> {
  const [event] = await db.query<DoorEvent>(sql`
    select e.id, e.title, e.status, e.start_datetime, e.end_datetime, e.venue_name, e.re_entry, e.door_list_changed_at,
           o.organization_id, o.name as organization_name, o.test_of is not null as is_test, o.time_zone
      from events e join organizations o on o.organization_id = e.organization_id
     where e.organization_id = ${organizationId} and e.id = ${eventId}`);
  if (!event) throw eventRefusals.event_not_found();
  return event;
}

export interface DoorTicket {
  id: Uuid;
  orderId: Uuid;
  ticketNumber: string;
  status: TicketStatus;
  revision: number;
  checkedInAt: Date | null;
  customerName: string;
  attendeeName: string | null;
  isPassedOn: boolean;
  lastPassageAt: Date | null;
  tierId: Uuid;
  tierName: string;
  admission: boolean;
  section: string | null;
  row: string | null;
  seat: number | null;
}

/**
 * Every ticket of the event, or the tickets that changed or passed at `since` or later. They are in order of purchase,
 * those of an order together. Numbers would be no order: a reissue between two pages changes one, and would move
 * another ticket to a page that was read.
 */
export async function listDoorTickets(
  db: Queryable,
  organizationId: Uuid,
  eventId: Uuid,
  { since, page }: { since: Date | null; page: Page },
): Promise<{ tickets: DoorTicket[]; total: number }> {
  const ofEvent = sql`tickets t where t.organization_id = ${organizationId} and t.event_id = ${eventId}`;
  const { rows: tickets, total } = await readPage<DoorTicket>(db, {
    // No index leads to the tickets that changed, which are nearly always none: they are looked for once.
    found: since
      ? sql`with changed as materialized (
          select t.id, t.purchased_at, t.order_id, t.position
            from ${ofEvent} and (t.changed_at >= ${since} or t.last_passage_at >= ${since}))`
      : empty,
    // Only the tickets of the page are joined.
    rows: sql`
      select t.id, t.order_id, t.ticket_number, t.status, t.revision, t.checked_in_at, o.customer_name, t.attendee_name,
             t.passed_on > 0 as is_passed_on, t.last_passage_at, t.tier_id, tier.name as tier_name, tier.admission,
             s.section_label as section, s.row_label as row, s.seat
        from tickets t
        join orders o on o.organization_id = t.organization_id and o.id = t.order_id
        join ticket_tiers tier on tier.organization_id = t.organization_id and tier.id = t.tier_id
        left join seat_claims s on s.organization_id = o.organization_id and s.checkout_id = o.checkout_id
         and s.position = t.position
       where t.organization_id = ${organizationId} and t.id = any(array(
               select t.id from ${since ? sql`changed t` : ofEvent}
                order by t.purchased_at, t.order_id, t.position limit ${page.perPage} offset ${offset(page)}))
       order by t.purchased_at, t.order_id, t.position`,
    total: since ? sql`select count(*) as total from changed` : totalOfTickets(organizationId, eventId),
  });
  return { tickets, total };
}
