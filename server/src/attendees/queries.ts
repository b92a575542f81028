import sql, { empty } from 'sql-template-tag';
import type { Queryable } from '../database/database.ts';
import { offset, type Page } from '../http/pagination.ts';
import type { TicketStatus } from '../tickets/ticket.ts';
import type { Uuid } from '../uuid.ts';

export interface Attendee {
  ticket_id: Uuid;
  ticket_number: string;
  status: TicketStatus;
  revision: number;
  checked_in_at: Date | null;
  customer_name: string;
  customer_email: string;
  attendee_name: string | null;
  attendee_email: string | null;
  tier_name: string;
  section: string | null;
  row: string | null;
  seat: number | null;
  price_centavos: number;
}

/** In order of purchase, then ticket number. */
export async function listAttendees(
  db: Queryable,
  organizationId: Uuid,
  eventId: Uuid,
  { status, page }: { status: TicketStatus | undefined; page: Page },
): Promise<{ attendees: Attendee[]; total: number }> {
  const ofEvent = sql`t.organization_id = ${organizationId} and t.event_id = ${eventId}
    ${status ? sql`and t.status = ${status}` : empty}`;
  const [attendees, totals] = await Promise.all([
    db.query<Attendee>(sql`
      select t.id as ticket_id, t.ticket_number, t.status, t.revision, t.checked_in_at, o.customer_name, o.customer_email,
             t.attendee_name, t.attendee_email, tier.name as tier_name, t.price_centavos, s.section_label as section, s.row_label as row, s.seat
        from tickets t
        join orders o on o.organization_id = t.organization_id and o.id = t.order_id
        join ticket_tiers tier on tier.organization_id = t.organization_id and tier.id = t.tier_id
        left join seat_claims s on s.organization_id = t.organization_id and s.ticket_id = t.id
       where ${ofEvent}
       order by t.purchased_at, t.ticket_number limit ${page.perPage} offset ${offset(page)}`),
    db.query<{ total: number }>(sql`select count(*) as total from tickets t where ${ofEvent}`),
  ]);
  return { attendees, total: totals[0]?.total ?? 0 };
}

export type AttendeeLine = Attendee & { purchased_at: Date; order_id: Uuid };

/** The next `most` attendees after this one: every batch costs the same, however far down the list. */
export async function listAttendeesAfter(
  db: Queryable,
  organizationId: Uuid,
  eventId: Uuid,
  { status, after, most }: { status: TicketStatus | undefined; after: AttendeeLine | null; most: number },
): Promise<AttendeeLine[]> {
  return db.query<AttendeeLine>(sql`
    select t.id as ticket_id, t.ticket_number, t.status, t.revision, t.checked_in_at, o.customer_name, o.customer_email,
           t.attendee_name, t.attendee_email, tier.name as tier_name, t.price_centavos, t.purchased_at, t.order_id,
           s.section_label as section, s.row_label as row, s.seat
      from tickets t
      join orders o on o.organization_id = t.organization_id and o.id = t.order_id
      join ticket_tiers tier on tier.organization_id = t.organization_id and tier.id = t.tier_id
      left join seat_claims s on s.organization_id = t.organization_id and s.ticket_id = t.id
     where t.organization_id = ${organizationId} and t.event_id = ${eventId}
       ${status ? sql`and t.status = ${status}` : empty}
       ${after ? sql`and (t.purchased_at, t.ticket_number) > (${after.purchased_at}, ${after.ticket_number})` : empty}
     order by t.purchased_at, t.ticket_number limit ${most}`);
}
