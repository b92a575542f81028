import sql, { type Sql } from 'sql-template-tag';

/** One row per place of every seating row, in physical order, as its state says. */
const places = sql`
  select r.organization_id, r.event_id, r.section_id, r.id as row_id, n as place, substr(r.states, n + 1, 1) as state,
         coalesce(r.tier_ids, s.tier_ids) as tier_ids, r.seats[n + 1] as seat, r.label as row_label, s.label as section_label
    from seating_rows r
    join seating_sections s on s.organization_id = r.organization_id and s.id = r.section_id
   cross join lateral generate_series(0, length(r.states) - 1) n`;

/** What must be true of seats whatever happened; part of the books. */
export const SEAT_INVARIANTS: Record<string, Sql> = {
  'a seat is held or sold exactly when one live claim says so': sql`
    select p.row_id, p.place, p.state, c.live, c.with_ticket from (${places}) p
     cross join lateral (select count(*) as live, count(x.ticket_id) as with_ticket from seat_claims x
       where x.organization_id = p.organization_id and x.row_id = p.row_id and x.place = p.place) c
     where c.live <> case when p.state in ('h', 's') then 1 else 0 end
        or c.with_ticket <> case when p.state = 's' then 1 else 0 end`,
  'a live claim names the seat that it is on, in the section and at a price that was bought': sql`
    select c.checkout_id, c.position from seat_claims c
      join checkouts k on k.organization_id = c.organization_id and k.id = c.checkout_id
      left join (${places}) p on p.organization_id = c.organization_id and p.row_id = c.row_id and p.place = c.place
     where c.row_id is not null
       and (p.seat is distinct from c.seat or p.row_label <> c.row_label or p.section_label <> c.section_label
            or p.section_id is distinct from k.section_id or p.event_id <> k.event_id or not k.tier_id = any(p.tier_ids))`,
  'a checkout of a seated event has a seat per ticket while it holds or bought them': sql`
    select k.id, k.status, c.claims, c.live from checkouts k
     cross join lateral (select count(*) as claims, count(x.row_id) as live from seat_claims x
       where x.organization_id = k.organization_id and x.checkout_id = k.id) c
     where c.claims > 0 and (
       c.claims <> k.quantity
       or (k.status in ('open', 'processing') and c.live <> k.quantity)
       or (k.status in ('expired', 'cancelled') and c.live <> 0))`,
  'a checkout with a section has seats, and one without has none that are live': sql`
    select k.id, k.status from checkouts k
     where (k.section_id is not null) and not exists (select 1 from seat_claims x
             where x.organization_id = k.organization_id and x.checkout_id = k.id)
        or k.section_id is null and exists (select 1 from seat_claims x
             where x.organization_id = k.organization_id and x.checkout_id = k.id and x.row_id is not null)`,
  'a ticket has its seat exactly while it is valid or used': sql`
    select t.id, t.status, c.row_id from tickets t
      join seat_claims c on c.organization_id = t.organization_id and c.ticket_id = t.id
     where (t.status in ('valid', 'used')) <> (c.row_id is not null)`,
  'a ticket of a seated checkout has a seat': sql`
    select t.id from tickets t
      join orders o on o.organization_id = t.organization_id and o.id = t.order_id
      join seat_claims c on c.organization_id = o.organization_id and c.checkout_id = o.checkout_id and c.position = 0
     where not exists (select 1 from seat_claims x where x.organization_id = t.organization_id and x.ticket_id = t.id)`,
  'a seated event’s counters are its seats': sql`
    select e.id, e.capacity, e.sold, e.held, e.blocked, p.* from events e
     cross join lateral (select count(*) filter (where state <> '_') as seats, count(*) filter (where state = 's') as s,
         count(*) filter (where state = 'h') as h, count(*) filter (where state = 'b') as b from (${places}) p
       where p.organization_id = e.organization_id and p.event_id = e.id) p
     where case when e.seated then (e.capacity, e.sold, e.held, e.blocked) <> (p.seats, p.s, p.h, p.b)
                else e.blocked <> 0 or p.seats <> 0 end`,
  'a tier of a seated event is as large as the seats it prices': sql`
    select t.id, t.quantity_total, t.blocked, p.* from ticket_tiers t
      join events e on e.organization_id = t.organization_id and e.id = t.event_id
     cross join lateral (select count(*) filter (where state <> '_') as seats, count(*) filter (where state = 'b') as b
        from (${places}) p where p.organization_id = t.organization_id and t.id = any(p.tier_ids)) p
     where e.seated and (t.quantity_total, t.blocked) <> (p.seats, p.b)`,
};
