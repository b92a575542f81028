-- What must be true of the books whatever happened. A paragraph is a sentence, as a comment, and the statement that
-- finds the rows that break it, ended by a semicolon; read-invariants.ts reads no other form. Written against the
-- tables and not with the code's own queries, which could share its mistakes. $1 is the time of the check: what may
-- take a while is broken only when it took longer than it may. Rows that are shown hold ids, numbers and states: never
-- a buyer's name.

-- A statement reads whole tables and joins sums to rows: what is asked row by row costs the square of a history.

-- a tier’s sold and held are the tickets and the holds that exist
with ticket as (
  select organization_id, tier_id, count(*) as live from tickets where status in ('valid', 'used') group by 1, 2),
hold as (
  select organization_id, tier_id, sum(quantity) as live from checkouts
   where status in ('open', 'processing') group by 1, 2)
select t.organization_id, t.event_id, t.id as tier_id, t.sold, coalesce(ticket.live, 0) as tickets, t.held,
       coalesce(hold.live, 0) as holds
  from ticket_tiers t
  left join ticket on ticket.organization_id = t.organization_id and ticket.tier_id = t.id
  left join hold on hold.organization_id = t.organization_id and hold.tier_id = t.id
 where t.sold <> coalesce(ticket.live, 0) or t.held <> coalesce(hold.live, 0);

-- an event’s sold and held are the sums over its tiers
with tier as (
  select organization_id, event_id, sum(sold) as sold, sum(held) as held from ticket_tiers group by 1, 2)
select e.organization_id, e.id as event_id, e.sold, coalesce(tier.sold, 0) as sold_of_tiers, e.held,
       coalesce(tier.held, 0) as held_of_tiers
  from events e left join tier on tier.organization_id = e.organization_id and tier.event_id = e.id
 where e.sold <> coalesce(tier.sold, 0) or e.held <> coalesce(tier.held, 0);

-- no tier and no event sold or holds more than it has
select organization_id, id as event_id, null as tier_id, sold, held, blocked, capacity as size from events
 where least(sold, held, blocked) < 0 or sold + held + blocked > capacity
union all
select organization_id, event_id, id, sold, held, blocked, quantity_total from ticket_tiers
 where least(sold, held, blocked) < 0 or sold + held + blocked > quantity_total;

-- an active event has something left to sell, and one that the service set to sold out has nothing
with tier as (
  select organization_id, event_id, bool_and(sold + blocked >= quantity_total) as gone from ticket_tiers
   where is_active and quantity_total > 0 group by 1, 2),
event as (
  select e.*, e.sold + e.blocked >= e.capacity or coalesce(t.gone, false) as nothing_left from events e
    left join tier t on t.organization_id = e.organization_id and t.event_id = e.id)
select organization_id, id as event_id, status, sold_out_by_service, nothing_left from event
 where (status = 'active' or sold_out_by_service)
   and (sold_out_by_service, nothing_left) is distinct from (status = 'sold_out', status = 'sold_out');

-- a cancelled event has no live hold and no valid ticket
select e.organization_id, e.id as event_id, 'checkouts' as in_table, c.id from events e
  join checkouts c on c.organization_id = e.organization_id and c.event_id = e.id
 where e.status = 'cancelled' and c.status in ('open', 'processing')
union all
select e.organization_id, e.id, 'tickets', t.id from events e
  join tickets t on t.organization_id = e.organization_id and t.event_id = e.id
 where e.status = 'cancelled' and t.status = 'valid';

-- a checkout is completed exactly when it has an order
select c.organization_id, c.id as checkout_id, c.status, o.id as order_id from checkouts c
  left join orders o on o.organization_id = c.organization_id and o.checkout_id = c.id
 where (c.status = 'completed') <> (o.id is not null);

-- an order is what its checkout was: its customer, its quantity, its price, its discount and its promo code
select o.organization_id, o.id as order_id, c.id as checkout_id from orders o
  join checkouts c on c.organization_id = o.organization_id and c.id = o.checkout_id
 where (o.quantity, o.subtotal_centavos, o.discount_centavos, o.promo_code_id) is distinct from
       (c.quantity, c.unit_price_centavos * c.quantity, c.discount_centavos, c.promo_code_id)
    or (o.customer_name, o.customer_email, o.customer_phone) is distinct from
       (c.customer_name, c.customer_email, c.customer_phone);

-- a payment bought an order for its amount, or is owed back in full; never both, never neither
with back as (
  select organization_id, payment_id, sum(amount_centavos) as centavos from refunds group by 1, 2)
select p.organization_id, p.id as payment_id, p.amount_centavos, coalesce(back.centavos, 0) as back_centavos,
       p.order_id, o.total_centavos, o.refunded_centavos
  from payments p
  left join orders o on o.organization_id = p.organization_id and o.id = p.order_id
  left join back on back.organization_id = p.organization_id and back.payment_id = p.id
 where case when p.order_id is null then coalesce(back.centavos, 0) <> p.amount_centavos
            else (o.total_centavos, o.refunded_centavos) is distinct from
                 (p.amount_centavos, coalesce(back.centavos, 0)::bigint) end;

-- an order that costs something was paid, a free one was not
select o.organization_id, o.id as order_id, o.total_centavos, o.payment_method, p.id as payment_id from orders o
  left join payments p on p.organization_id = o.organization_id and p.order_id = o.id
 where (o.total_centavos > 0) <> (p.id is not null) or o.payment_method is distinct from coalesce(p.method, 'FREE');

-- money that the provider holds is in the books, within 5 minutes and one more look
select s.organization_id, s.id as session_id, s.amount_centavos, s.paid_at, a.id as attempt_id, a.status, a.checked_at
  from sandbox_sessions s
  join payment_attempts a on a.organization_id = s.organization_id and a.id = s.attempt_id
  left join payments p on p.organization_id = s.organization_id and p.provider = 'sandbox'
   and p.provider_payment_id = 'sandbox_' || s.id::text and p.amount_centavos = s.amount_centavos
 where s.status = 'paid' and p.id is null
   and (a.status not in ('started', 'pending')
        or a.checked_at > s.paid_at + interval '5 minutes' and a.checked_at < $1::timestamptz - interval '5 seconds');

-- refunds that were sent are at the provider, once and no more than was paid
select r.organization_id, r.id as refund_id, null as session_id, r.amount_centavos, s.amount_centavos as at_provider
  from refunds r
  join payments p on p.organization_id = r.organization_id and p.id = r.payment_id and p.provider = 'sandbox'
  left join sandbox_refunds s on s.organization_id = r.organization_id and s.id = r.id
 where r.status = 'succeeded' and s.amount_centavos is distinct from r.amount_centavos
union all
select s.organization_id, null, s.id, s.amount_centavos, sum(r.amount_centavos) from sandbox_sessions s
  join sandbox_refunds r on r.organization_id = s.organization_id and r.session_id = s.id
 group by s.organization_id, s.id, s.amount_centavos having sum(r.amount_centavos) > s.amount_centavos;

-- a refund that the provider finished has its number there, and no number stands for two
select organization_id, id as refund_id, provider_refund_id, 1 as refunds from refunds
 where status = 'succeeded' and provider_refund_id is null
union all
select r.organization_id, null, r.provider_refund_id, count(*) from refunds r
  join payments p on p.organization_id = r.organization_id and p.id = r.payment_id
 where r.provider_refund_id is not null
 group by r.organization_id, p.provider, r.provider_refund_id having count(*) > 1;

-- a payment is of an attempt that is paid and not watched any more, at its provider, for its checkout
select p.organization_id, p.id as payment_id, p.provider, a.id as attempt_id, a.status, a.watched_until from payments p
  join payment_attempts a on a.organization_id = p.organization_id and a.id = p.attempt_id
 where a.status <> 'paid' or a.watched_until is not null or a.provider <> p.provider or a.checkout_id <> p.checkout_id;

-- an order is its tickets: as many, adding up to its total, with what was sent back for those returned
with ticket as (
  select organization_id, order_id, count(*) as tickets, sum(amount_centavos) as total,
         coalesce(sum(amount_centavos) filter (where status in ('refunded', 'cancelled')), 0) as back,
         count(*) filter (where status in ('refunded', 'cancelled')) as gone
    from tickets group by 1, 2)
select o.organization_id, o.id as order_id, o.status, o.quantity, t.tickets, o.total_centavos, t.total,
       o.refunded_centavos, t.back, o.returned, t.gone
  from orders o left join ticket t on t.organization_id = o.organization_id and t.order_id = o.id
 where (o.quantity, o.total_centavos, o.refunded_centavos, o.returned, o.status) is distinct from
       (t.tickets::int, t.total::bigint, t.back::bigint, t.gone::int,
        case t.gone when 0 then 'paid' when t.tickets then 'refunded' else 'partially_refunded' end);

-- a ticket was bought when its order was paid, for the price of its checkout, and has its place among the order’s
select t.organization_id, t.id as ticket_id, t.order_id, t.position, t.purchased_at, t.price_centavos from tickets t
  join orders o on o.organization_id = t.organization_id and o.id = t.order_id
  join checkouts c on c.organization_id = o.organization_id and c.id = o.checkout_id
 where t.purchased_at <> o.paid_at or t.price_centavos <> c.unit_price_centavos
    or t.position not between 0 and o.quantity - 1;

-- the sales figures are the sums over the orders, of all time, of each UTC day and of each hour
with truth as (
  select o.organization_id, o.event_id, p.period,
         case p.period when 'all' then 'epoch' else date_trunc(p.period, o.paid_at, 'UTC') end as starts_at,
         count(*) as orders, sum(o.total_centavos - o.refunded_centavos) as revenue,
         sum(o.discount_centavos) as discount, sum(o.quantity - o.returned) as tickets
    from orders o cross join (values ('all'), ('day'), ('hour')) as p (period)
   group by 1, 2, 3, 4)
select coalesce(t.organization_id, f.organization_id) as organization_id, coalesce(t.event_id, f.event_id) as event_id,
       coalesce(t.period, f.period) as period, coalesce(t.starts_at, f.starts_at) as starts_at, t.orders,
       f.orders as kept_orders, t.revenue, f.revenue_centavos as kept_revenue, t.discount,
       f.discount_centavos as kept_discount, t.tickets, f.tickets_sold as kept_tickets
  from truth t full join sales_figures f on f.organization_id = t.organization_id and f.event_id = t.event_id
   and f.period = t.period and f.starts_at = t.starts_at
 where (t.orders, t.revenue, t.discount, t.tickets) is distinct from
       (f.orders::bigint, f.revenue_centavos::numeric, f.discount_centavos::numeric, f.tickets_sold::bigint);

-- a promo code’s used and held are the orders and the live checkouts that have it, within its limit
with used as (
  select organization_id, promo_code_id, count(*) as orders from orders where promo_code_id is not null group by 1, 2),
held as (
  select organization_id, promo_code_id, count(*) as holds from checkouts
   where promo_code_id is not null and status in ('open', 'processing') group by 1, 2)
select p.organization_id, p.id as promo_code_id, p.used, coalesce(used.orders, 0) as orders, p.held,
       coalesce(held.holds, 0) as holds, p.usage_limit
  from promo_codes p
  left join used on used.organization_id = p.organization_id and used.promo_code_id = p.id
  left join held on held.organization_id = p.organization_id and held.promo_code_id = p.id
 where p.used <> coalesce(used.orders, 0) or p.held <> coalesce(held.holds, 0) or p.used + p.held > p.usage_limit;

-- a discount has a promo code
select organization_id, id as checkout_id, discount_centavos from checkouts
 where discount_centavos > 0 and promo_code_id is null;

-- every ticket was announced once, and every refund of one
with told as (
  select organization_id, body::json -> 'data' ->> 'ticket_id' as ticket_id,
         count(*) filter (where type = 'ticket.purchased') as purchased,
         count(*) filter (where type = 'ticket.refunded') as refunded
    from notifications where type in ('ticket.purchased', 'ticket.refunded') group by 1, 2)
select coalesce(t.organization_id, told.organization_id) as organization_id,
       coalesce(t.id::text, told.ticket_id) as ticket_id, t.status, told.purchased, told.refunded
  from tickets t full join told on told.organization_id = t.organization_id and told.ticket_id = t.id::text
 where (t.id is null or told.purchased is distinct from 1
    or told.refunded <> case t.status when 'refunded' then 1 else 0 end)
   and coalesce(t.purchased_at, 'infinity')
         > coalesce((select purged_before from purges where what = 'notifications'), '-infinity');

-- a used ticket has the time of its check-in, announced as often as it was made; a valid one has none
with told as (
  select organization_id, body::json -> 'data' ->> 'ticket_id' as ticket_id,
         (body::json -> 'data' ->> 'checked_in_at')::timestamptz as checked_in_at, count(*) as times
    from notifications where type = 'ticket.checked_in' group by 1, 2, 3)
select t.organization_id, t.id as ticket_id, t.status, t.checked_in_at, coalesce(told.times, 0) as announced
  from tickets t
  left join told on told.organization_id = t.organization_id and told.ticket_id = t.id::text
   and told.checked_in_at = t.checked_in_at
 where t.status = 'valid'
   and (t.checked_in_at is not null or (t.check_in_nonce is null) <> (t.undone_check_in_at is null))
    or t.status = 'used' and told.times is null
   and t.checked_in_at > coalesce((select purged_before from purges where what = 'notifications'), '-infinity')
    or t.status = 'used' and told.times > 1 and told.times <> (
         select count(*) from audit_log a
          where a.organization_id = t.organization_id and a.subject_id = t.id::text and a.action = 'ticket.checked_in'
            and (a.after ->> 'checked_in_at')::timestamptz = t.checked_in_at);

-- an event that left its draft has told of the status that it has
with told as (
  select distinct organization_id, body::json -> 'data' ->> 'event_id' as event_id,
         body::json -> 'data' ->> 'status' as status
    from notifications where type = 'event.updated')
select e.organization_id, e.id as event_id, e.status from events e
  left join told on told.organization_id = e.organization_id and told.event_id = e.id::text and told.status = e.status
 where e.status <> 'draft' and told.event_id is null
   and e.updated_at > coalesce((select purged_before from purges where what = 'notifications'), '-infinity');

-- an active endpoint has a delivery of all that happened since it was last changed, of the types it subscribed to
select w.organization_id, w.id as webhook_id, n.id as notification_id, n.type from webhooks w
  join notifications n on n.organization_id = w.organization_id and n.type = any(w.events)
   and n.created_at > w.updated_at + interval '1 minute'
  left join webhook_deliveries d on d.organization_id = w.organization_id and d.webhook_id = w.id
   and d.notification_id = n.id
 where w.is_active and d.id is null;

-- a delivery was answered, or given up, or has the time of its next try
with answered as (
  select distinct organization_id, delivery_id from webhook_attempts where response_status between 200 and 299)
select d.organization_id, d.id as delivery_id, d.status, d.next_attempt_at from webhook_deliveries d
  left join answered a on a.organization_id = d.organization_id and a.delivery_id = d.id
 where case d.status when 'succeeded' then a.delivery_id is null or d.next_attempt_at is not null
                     when 'failed' then d.next_attempt_at is not null
                     when 'pending' then d.next_attempt_at is null
                     else true end;

-- a seat is held or sold exactly when one live claim says so
with seat as (
  select r.organization_id, r.event_id, r.id as row_id, seat.number - 1 as place, seat.state
    from seating_rows r cross join lateral string_to_table(r.states, null) with ordinality as seat (state, number)
   where seat.state in ('h', 's')),
claim as (
  select c.organization_id, c.row_id, c.place, count(*) as live, count(t.id) as with_ticket from seat_claims c
    left join orders o on o.organization_id = c.organization_id and o.checkout_id = c.checkout_id
    left join tickets t on t.organization_id = o.organization_id and t.order_id = o.id and t.position = c.position
   where c.row_id is not null group by 1, 2, 3)
select coalesce(s.organization_id, c.organization_id) as organization_id, s.event_id,
       coalesce(s.row_id, c.row_id) as row_id, coalesce(s.place, c.place) as place, s.state,
       coalesce(c.live, 0) as live, coalesce(c.with_ticket, 0) as with_ticket
  from seat s full join claim c on c.organization_id = s.organization_id and c.row_id = s.row_id and c.place = s.place
 where s.state is null or c.live is distinct from 1
    or c.with_ticket <> case s.state when 's' then 1 else 0 end;

-- a live claim names the seat that it is on, in the section and at a price that was bought
select c.organization_id, c.checkout_id, c.position, c.row_id, c.place, c.seat from seat_claims c
  join checkouts k on k.organization_id = c.organization_id and k.id = c.checkout_id
  join seating_rows r on r.organization_id = c.organization_id and r.id = c.row_id
  join seating_sections s on s.organization_id = r.organization_id and s.id = r.section_id
 where (c.seat, c.row_label, c.section_label) is distinct from (r.seats[c.place + 1], r.label, s.label)
    or k.section_id is distinct from s.id or k.event_id <> r.event_id
    or k.tier_id <> all (coalesce(r.tier_ids, s.tier_ids));

-- a checkout of a seated event has a seat per ticket while it holds or bought them
with claim as (
  select organization_id, checkout_id, count(*) as claims, count(row_id) as live from seat_claims group by 1, 2)
select k.organization_id, k.id as checkout_id, k.status, k.quantity, c.claims, c.live from checkouts k
  join claim c on c.organization_id = k.organization_id and c.checkout_id = k.id
 where c.claims <> k.quantity
    or k.status in ('open', 'processing') and c.live <> k.quantity
    or k.status in ('expired', 'cancelled') and c.live <> 0;

-- a checkout with a section has seats, and one without has none that are live
with claim as (
  select organization_id, checkout_id, count(row_id) as live from seat_claims group by 1, 2)
select k.organization_id, k.id as checkout_id, k.status, k.section_id, c.live from checkouts k
  left join claim c on c.organization_id = k.organization_id and c.checkout_id = k.id
 where k.section_id is not null and c.checkout_id is null or k.section_id is null and c.live > 0;

-- a ticket has its seat exactly while it is valid or used
select t.organization_id, t.id as ticket_id, t.status, c.row_id from tickets t
  join orders o on o.organization_id = t.organization_id and o.id = t.order_id
  join seat_claims c on c.organization_id = o.organization_id and c.checkout_id = o.checkout_id and c.position = t.position
 where (t.status in ('valid', 'used')) <> (c.row_id is not null);

-- a ticket of a seated checkout has a seat
select t.organization_id, t.id as ticket_id, o.checkout_id, t.position from tickets t
  join orders o on o.organization_id = t.organization_id and o.id = t.order_id
  join checkouts k on k.organization_id = o.organization_id and k.id = o.checkout_id
  left join seat_claims c on c.organization_id = o.organization_id and c.checkout_id = o.checkout_id
   and c.position = t.position
 where k.section_id is not null and c.checkout_id is null;

-- a seated event’s counters are its seats
with seat as (
  select organization_id, event_id, sum(length(replace(states, '_', ''))) as seats,
         sum(length(states) - length(replace(states, 's', ''))) as sold,
         sum(length(states) - length(replace(states, 'h', ''))) as held,
         sum(length(states) - length(replace(states, 'b', ''))) as blocked
    from seating_rows group by 1, 2)
select e.organization_id, e.id as event_id, e.seated, e.capacity, s.seats, e.sold, s.sold as seats_sold, e.held,
       s.held as seats_held, e.blocked, s.blocked as seats_blocked
  from events e left join seat s on s.organization_id = e.organization_id and s.event_id = e.id
 where case when e.seated then (e.capacity, e.sold, e.held, e.blocked) is distinct from
                               (s.seats::int, s.sold::int, s.held::int, s.blocked::int)
            else e.blocked <> 0 or s.seats <> 0 end;

-- a tier of a seated event is as large as the seats it prices
with seat as (
  select r.organization_id, tier.id as tier_id, sum(length(replace(r.states, '_', ''))) as seats,
         sum(length(r.states) - length(replace(r.states, 'b', ''))) as blocked
    from seating_rows r
    join seating_sections s on s.organization_id = r.organization_id and s.id = r.section_id
   cross join lateral (select distinct unnest(coalesce(r.tier_ids, s.tier_ids)) as id) tier
   group by 1, 2)
select t.organization_id, t.event_id, t.id as tier_id, t.quantity_total, coalesce(s.seats, 0) as seats, t.blocked,
       coalesce(s.blocked, 0) as seats_blocked
  from ticket_tiers t
  join events e on e.organization_id = t.organization_id and e.id = t.event_id and e.seated
  left join seat s on s.organization_id = t.organization_id and s.tier_id = t.id
 where (t.quantity_total, t.blocked) <> (coalesce(s.seats, 0), coalesce(s.blocked, 0));

-- what was sold together is of one event and one tier: tickets, order, checkout, promo code and section
select 'tickets' as in_table, t.organization_id, t.id from tickets t
  join orders o on o.organization_id = t.organization_id and o.id = t.order_id
  join checkouts c on c.organization_id = o.organization_id and c.id = o.checkout_id
 where (t.event_id, t.tier_id) <> (c.event_id, c.tier_id)
union all
select 'orders', o.organization_id, o.id from orders o
  join checkouts c on c.organization_id = o.organization_id and c.id = o.checkout_id
 where o.event_id <> c.event_id
union all
select 'payments', p.organization_id, p.id from payments p
  join payment_attempts a on a.organization_id = p.organization_id and a.id = p.attempt_id
  left join orders o on o.organization_id = p.organization_id and o.id = p.order_id
 where p.checkout_id <> a.checkout_id or o.checkout_id <> p.checkout_id
union all
select 'checkouts', c.organization_id, c.id from checkouts c
  left join ticket_tiers t on t.organization_id = c.organization_id and t.id = c.tier_id
  left join promo_codes p on p.organization_id = c.organization_id and p.id = c.promo_code_id
  left join seating_sections s on s.organization_id = c.organization_id and s.id = c.section_id
 where t.event_id <> c.event_id or p.event_id <> c.event_id or s.event_id <> c.event_id
union all
select 'seating_rows', r.organization_id, r.id from seating_rows r
  join seating_sections s on s.organization_id = r.organization_id and s.id = r.section_id
 where r.event_id <> s.event_id;

-- what is on sale refers to rows of its own organization alone
select 'events' as in_table, e.organization_id, e.id::text as id, 'organization_id' as one_of
  from events e
  left join organizations o using (organization_id)
 where o.organization_id is null
union all
select 'ticket_tiers', t.organization_id, t.id::text, 'event_id' from ticket_tiers t
  left join events e on e.organization_id = t.organization_id and e.id = t.event_id
 where e.id is null
union all
select 'promo_codes', p.organization_id, p.id::text, 'event_id' from promo_codes p
  left join events e on e.organization_id = p.organization_id and e.id = p.event_id
 where e.id is null
union all
select 'seating_plans', p.organization_id, p.event_id::text, 'event_id' from seating_plans p
  left join events e on e.organization_id = p.organization_id and e.id = p.event_id
 where e.id is null
union all
select 'seating_sections', s.organization_id, s.id::text, 'event_id, tier_ids' from seating_sections s
  left join seating_plans p on p.organization_id = s.organization_id and p.event_id = s.event_id
 cross join lateral unnest(s.tier_ids) as price (tier_id)
  left join ticket_tiers t on t.organization_id = s.organization_id and t.id = price.tier_id
 where p.event_id is null or t.id is null
union all
select 'seating_rows', r.organization_id, r.id::text, 'event_id, section_id, tier_ids' from seating_rows r
  left join events e on e.organization_id = r.organization_id and e.id = r.event_id
  left join seating_sections s on s.organization_id = r.organization_id and s.id = r.section_id
  left join lateral unnest(r.tier_ids) as price (tier_id) on true
  left join ticket_tiers t on t.organization_id = r.organization_id and t.id = price.tier_id
 where e.id is null or s.id is null or price.tier_id is not null and t.id is null;

-- checkouts, seats, orders, tickets and sales figures refer to rows of their own organization alone
select 'checkouts' as in_table, c.organization_id, c.id::text as id, 'event_id, tier_id, section_id, promo_code_id'
       as one_of
  from checkouts c
  left join events e on e.organization_id = c.organization_id and e.id = c.event_id
  left join ticket_tiers t on t.organization_id = c.organization_id and t.id = c.tier_id
  left join seating_sections s on s.organization_id = c.organization_id and s.id = c.section_id
  left join promo_codes p on p.organization_id = c.organization_id and p.id = c.promo_code_id
 where e.id is null or t.id is null or c.section_id is not null and s.id is null
    or c.promo_code_id is not null and p.id is null
union all
select 'seat_claims', c.organization_id, c.checkout_id::text, 'checkout_id, row_id' from seat_claims c
  left join checkouts k on k.organization_id = c.organization_id and k.id = c.checkout_id
  left join seating_rows r on r.organization_id = c.organization_id and r.id = c.row_id
 where k.id is null or c.row_id is not null and r.id is null
union all
select 'orders', o.organization_id, o.id::text, 'event_id, checkout_id, promo_code_id' from orders o
  left join events e on e.organization_id = o.organization_id and e.id = o.event_id
  left join checkouts c on c.organization_id = o.organization_id and c.id = o.checkout_id
  left join promo_codes p on p.organization_id = o.organization_id and p.id = o.promo_code_id
 where e.id is null or c.id is null or o.promo_code_id is not null and p.id is null
union all
select 'tickets', t.organization_id, t.id::text, 'event_id, tier_id, order_id' from tickets t
  left join events e on e.organization_id = t.organization_id and e.id = t.event_id
  left join ticket_tiers tier on tier.organization_id = t.organization_id and tier.id = t.tier_id
  left join orders o on o.organization_id = t.organization_id and o.id = t.order_id
 where e.id is null or tier.id is null or o.id is null
union all
select 'consents', c.organization_id, c.checkout_id::text, 'checkout_id' from consents c
  left join checkouts k on k.organization_id = c.organization_id and k.id = c.checkout_id
 where k.id is null
union all
select 'sales_figures', f.organization_id, f.event_id::text, 'event_id' from sales_figures f
  left join events e on e.organization_id = f.organization_id and e.id = f.event_id
 where e.id is null;

-- money refers to rows of its own organization alone
select 'payment_attempts' as in_table, a.organization_id, a.id::text as id, 'checkout_id' as one_of
  from payment_attempts a
  left join checkouts c on c.organization_id = a.organization_id and c.id = a.checkout_id
 where c.id is null
union all
select 'payments', p.organization_id, p.id::text, 'checkout_id, attempt_id, order_id' from payments p
  left join checkouts c on c.organization_id = p.organization_id and c.id = p.checkout_id
  left join payment_attempts a on a.organization_id = p.organization_id and a.id = p.attempt_id
  left join orders o on o.organization_id = p.organization_id and o.id = p.order_id
 where c.id is null or a.id is null or p.order_id is not null and o.id is null
union all
select 'refunds', r.organization_id, r.id::text, 'payment_id' from refunds r
  left join payments p on p.organization_id = r.organization_id and p.id = r.payment_id
 where p.id is null
union all
select 'payment_accounts', a.organization_id, a.provider, 'organization_id' from payment_accounts a
  left join organizations o using (organization_id)
 where o.organization_id is null
union all
select 'sandbox_sessions', s.organization_id, s.id::text, 'attempt_id' from sandbox_sessions s
  left join payment_attempts a on a.organization_id = s.organization_id and a.id = s.attempt_id
 where a.id is null
union all
select 'sandbox_refunds', s.organization_id, s.id::text, 'session_id' from sandbox_refunds s
  left join sandbox_sessions x on x.organization_id = s.organization_id and x.id = s.session_id
 where x.id is null;

-- notifications, webhooks and their deliveries refer to rows of their own organization alone
select 'notifications' as in_table, n.organization_id, n.id::text as id, 'organization_id' as one_of
  from notifications n
  left join organizations o using (organization_id)
 where o.organization_id is null
union all
select 'notifications', n.organization_id, n.id::text, 'event_id' from notifications n
  left join events e on e.organization_id = n.organization_id and e.id::text = n.body::json -> 'data' ->> 'event_id'
 where n.type = 'event.updated' and e.id is null
union all
select 'webhooks', w.organization_id, w.id::text, 'organization_id' from webhooks w
  left join organizations o using (organization_id)
 where o.organization_id is null
union all
select 'webhook_deliveries', d.organization_id, d.id::text, 'webhook_id, notification_id' from webhook_deliveries d
  left join webhooks w on w.organization_id = d.organization_id and w.id = d.webhook_id
  left join notifications n on n.organization_id = d.organization_id and n.id = d.notification_id
 where w.id is null or n.id is null
union all
select 'webhook_attempts', a.organization_id, a.delivery_id::text, 'delivery_id' from webhook_attempts a
  left join webhook_deliveries d on d.organization_id = a.organization_id and d.id = a.delivery_id
 where d.id is null;

-- keys and subscriptions refer to rows of their own organization alone
select 'api_keys' as in_table, k.organization_id, k.id::text as id, 'organization_id' as one_of
  from api_keys k
  left join organizations o using (organization_id)
 where o.organization_id is null
union all
select 'idempotency_keys', i.organization_id, i.path, 'caller_id' from idempotency_keys i
  left join api_keys k on k.organization_id = i.organization_id and k.id = i.caller_id
  left join users u on u.id = i.caller_id
 where k.id is null and u.id is null
union all
select 'subscription_tiers', t.organization_id, t.id::text, 'organization_id' from subscription_tiers t
  left join organizations o using (organization_id)
 where o.organization_id is null
union all
select 'subscriptions', s.organization_id, s.id::text, 'tier_id' from subscriptions s
  left join subscription_tiers t on t.organization_id = s.organization_id and t.id = s.tier_id
 where t.id is null;

-- an order has a mail with its tickets from the moment it was paid, since there are mails
with first as (
  select greatest(min(created_at), (select purged_before from purges where what = 'mails')) as at from mails),
told as (
  select organization_id, order_id, min(created_at) as at from mails where kind = 'tickets' and ticket_id is null
   group by 1, 2)
select o.organization_id, o.id as order_id, o.paid_at, told.at as mailed_at from first
  join orders o on o.paid_at >= first.at
  left join told on told.organization_id = o.organization_id and told.order_id = o.id
 where told.at is distinct from o.paid_at;

-- a ticket is named by a mail about refunds exactly when it was refunded, and by one
with first as (
  select greatest(min(created_at), (select purged_before from purges where what = 'mails')) as at from mails),
told as (
  select m.organization_id, x.id::uuid as ticket_id, count(*) as mails
    from mails m cross join lateral jsonb_array_elements_text(m.details -> 'ticket_ids') as x (id)
   where m.kind = 'refund' group by 1, 2)
select t.organization_id, t.id as ticket_id, t.status, told.mails from first cross join tickets t
  join orders o on o.organization_id = t.organization_id and o.id = t.order_id
  left join told on told.organization_id = t.organization_id and told.ticket_id = t.id
 where case when told.mails is null then t.status = 'refunded' and o.paid_at >= first.at
            else t.status <> 'refunded' or told.mails > 1 end;

-- an order of a cancelled event was told how many tickets it lost, and how much goes back for them
with first as (
  select greatest(min(created_at), (select purged_before from purges where what = 'mails')) as at from mails),
lost as (
  select organization_id, order_id, count(*) as tickets, sum(amount_centavos) as centavos from tickets
   where status = 'cancelled' group by 1, 2),
told as (
  select organization_id, order_id, sum((details ->> 'tickets')::bigint) as tickets,
         sum((details ->> 'amount_centavos')::bigint) as centavos
    from mails where kind = 'event_cancelled' and ticket_id is null group by 1, 2)
select o.organization_id, o.id as order_id, lost.tickets, told.tickets as told_tickets, lost.centavos,
       told.centavos as told_centavos
  from first join orders o on o.paid_at >= first.at
  left join lost on lost.organization_id = o.organization_id and lost.order_id = o.id
  left join told on told.organization_id = o.organization_id and told.order_id = o.id
 where (lost.tickets::numeric, lost.centavos::numeric) is distinct from (told.tickets::numeric, told.centavos::numeric);

-- who paid for nothing was told of all of it
with first as (
  select greatest(min(created_at), (select purged_before from purges where what = 'mails')) as at from mails),
lost as (
  select organization_id, checkout_id, count(*) as payments, sum(amount_centavos) as centavos, min(paid_at) as at
    from payments where order_id is null group by 1, 2),
told as (
  select organization_id, checkout_id, count(*) as mails, sum((details ->> 'amount_centavos')::bigint) as centavos
    from mails where kind = 'money_back' group by 1, 2)
select lost.organization_id, lost.checkout_id, lost.payments, told.mails, lost.centavos, told.centavos as told_centavos
  from first join lost on lost.at >= first.at
  left join told on told.organization_id = lost.organization_id and told.checkout_id = lost.checkout_id
 where (lost.payments, lost.centavos) is distinct from (told.mails, told.centavos);

-- tickets are for those whom their checkout named, one each
with named as (
  select o.organization_id, o.id as order_id, coalesce(person.name, '') as name, coalesce(person.email, '') as email,
         count(*) as people
    from checkouts c
    join orders o on o.organization_id = c.organization_id and o.checkout_id = c.id
    cross join lateral jsonb_to_recordset(c.attendees) as person (name text, email text)
   where c.attendees is not null and (person.name is not null or person.email is not null) group by 1, 2, 3, 4),
coming as (
  select organization_id, order_id, coalesce(attendee_name, '') as name, coalesce(attendee_email, '') as email,
         count(*) as tickets
    from tickets where attendee_name is not null or attendee_email is not null group by 1, 2, 3, 4)
select organization_id, order_id, named.people, coming.tickets
  from named full join coming using (organization_id, order_id, name, email)
 where named.people is distinct from coming.tickets;

-- who comes with a ticket that somebody else bought, and gave an address, was sent it when it was paid
select t.organization_id, t.id as ticket_id, t.order_id from tickets t
  join orders o on o.organization_id = t.organization_id and o.id = t.order_id
  left join mails m on m.organization_id = t.organization_id and m.ticket_id = t.id and m.kind = 'tickets'
                   and m.created_at = o.paid_at
 where lower(t.attendee_email) <> lower(o.customer_email) and m.id is null;

-- mails and keys of tickets refer to rows of their own organization alone
select 'mails' as in_table, m.organization_id, m.id::text as id, 'organization_id, order_id, ticket_id, checkout_id' as one_of
  from mails m
  left join organizations g on g.organization_id = m.organization_id
  left join orders o on o.organization_id = m.organization_id and o.id = m.order_id
  left join tickets t on t.organization_id = m.organization_id and t.id = m.ticket_id
  left join checkouts c on c.organization_id = m.organization_id and c.id = m.checkout_id
 where g.organization_id is null or m.order_id is not null and o.id is null
    or m.ticket_id is not null and t.id is null or m.checkout_id is not null and c.id is null
union all
select 'ticket_keys', k.organization_id, k.organization_id::text, 'organization_id' from ticket_keys k
  left join organizations o using (organization_id)
 where o.organization_id is null;

-- an organization that somebody logs in to has an owner
select organization_id, count(*) as members from memberships
 group by organization_id having count(*) filter (where role = 'owner') = 0;

-- members, sessions, invitations and links refer to rows of their own organization alone
select 'memberships' as in_table, m.organization_id, m.user_id::text as id, 'organization_id, user_id' as one_of
  from memberships m
  left join organizations o on o.organization_id = m.organization_id
  left join users u on u.id = m.user_id
 where o.organization_id is null or u.id is null
union all
select 'sessions', s.organization_id, s.id::text, 'user_id' from sessions s
  left join memberships m on m.organization_id = s.organization_id and m.user_id = s.user_id
 where m.user_id is null
union all
select 'invitations', i.organization_id, i.id::text, 'organization_id' from invitations i
  left join organizations o on o.organization_id = i.organization_id
 where o.organization_id is null
union all
select 'one_time_links', l.organization_id, coalesce(l.user_id, l.invitation_id)::text, 'user_id, invitation_id'
  from one_time_links l
  left join users u on u.id = l.user_id
  left join invitations i on i.organization_id = l.organization_id and i.id = l.invitation_id
 where l.user_id is not null and u.id is null or l.invitation_id is not null and i.id is null;

-- the audit log refers to rows of its own organization alone
select l.organization_id, l.id as audit_log_id, l.actor_kind, l.actor_id from audit_log l
  left join organizations o on o.organization_id = l.organization_id
  left join api_keys k on k.organization_id = l.organization_id and k.id = l.actor_id
  left join users u on u.id = l.actor_id
 where o.organization_id is null or l.actor_kind = 'key' and k.id is null or l.actor_kind = 'user' and u.id is null;
