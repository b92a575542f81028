-- What must be true of an event: its counters are sums over its sales, and what is on sale fits together.

-- the sold and held counters of a tier are its tickets and its holds
with ticket as (
  select organization_id, tier_id, count(*) as live from tickets where status in ('valid', 'used') group by 1, 2),
hold as (
  select c.organization_id, l.tier_id, sum(l.quantity) as live from checkouts c
    join checkout_lines l on l.organization_id = c.organization_id and l.checkout_id = c.id
   where c.status in ('open', 'processing') group by 1, 2)
select t.organization_id, t.event_id, t.id as tier_id, t.sold, coalesce(ticket.live, 0) as tickets, t.held,
       coalesce(hold.live, 0) as holds
  from ticket_tiers t
  left join ticket on ticket.organization_id = t.organization_id and ticket.tier_id = t.id
  left join hold on hold.organization_id = t.organization_id and hold.tier_id = t.id
 where t.sold <> coalesce(ticket.live, 0) or t.held <> coalesce(hold.live, 0);

-- the sold and held counters of an event are the sums over its tiers that admit
with tier as (
  select organization_id, event_id, sum(sold) as sold, sum(held) as held from ticket_tiers where admission group by 1, 2)
select e.organization_id, e.id as event_id, e.sold, coalesce(tier.sold, 0) as sold_of_tiers, e.held,
       coalesce(tier.held, 0) as held_of_tiers
  from events e left join tier on tier.organization_id = e.organization_id and tier.event_id = e.id
 where e.sold <> coalesce(tier.sold, 0) or e.held <> coalesce(tier.held, 0);

-- no event and no tier has more sold, held and blocked than its size
select organization_id, id as event_id, null as tier_id, sold, held, blocked, capacity as size from events
 where least(sold, held, blocked) < 0 or sold + held + blocked > capacity
union all
select organization_id, event_id, id, sold, held, blocked, quantity_total from ticket_tiers
 where least(sold, held, blocked) < 0 or sold + held + blocked > quantity_total;

-- an active event has places left on free sale, and one that the service set to sold out has none
with tier as (
  select organization_id, event_id, sum(quantity_total) as size,
         bool_and(promised >= places_left) filter (where is_active and quantity_total > 0) as gone,
         sum(least(promised, places_left)) filter (where is_active) as promised,
         max(least(promised, places_left)) filter (where is_active) as most_promised
    from (
      select *, waiting + offered as promised,
             quantity_total - sold - blocked
               - greatest(0, taken_by_others - (sum(held - offered) over of_event - (held - offered))) as places_left
        from ticket_tiers where admission window of_event as (partition by organization_id, event_id)) t
   group by 1, 2),
event as (
  select e.*, coalesce(t.gone, e.sold_out_by_service) or e.capacity <= e.sold + e.blocked
           + coalesce(case when e.seated and t.size > e.capacity then t.most_promised else t.promised end, 0) as nothing_left
    from events e left join tier t on t.organization_id = e.organization_id and t.event_id = e.id)
select organization_id, id as event_id, status, sold_out_by_service, nothing_left from event
 where (status = 'active' or sold_out_by_service)
   and (sold_out_by_service, nothing_left) is distinct from (status = 'sold_out', status = 'sold_out');

-- the waiting and offered counters of a tier are its waiting list and the offers that hold places
with entry as (
  select organization_id, tier_id, sum(quantity) as places from waiting_list_entries where status = 'waiting' group by 1, 2),
offer as (
  select c.organization_id, l.tier_id, sum(l.quantity) as places from checkouts c
    join checkout_lines l on l.organization_id = c.organization_id and l.checkout_id = c.id
   where c.is_offer and c.status in ('open', 'processing') group by 1, 2)
select t.organization_id, t.event_id, t.id as tier_id, t.waiting, coalesce(entry.places, 0) as places_waiting, t.offered,
       coalesce(offer.places, 0) as places_offered
  from ticket_tiers t
  left join entry on entry.organization_id = t.organization_id and entry.tier_id = t.id
  left join offer on offer.organization_id = t.organization_id and offer.tier_id = t.id
 where t.waiting <> coalesce(entry.places, 0) or t.offered <> coalesce(offer.places, 0);

-- an offer that holds places was made for one entry, with its tier and quantity
select c.organization_id, c.event_id, c.id as checkout_id, w.id as entry_id, w.status
  from checkouts c
  left join waiting_list_entries w on w.organization_id = c.organization_id and w.event_id = c.event_id
   and w.checkout_id = c.id
  left join checkout_lines l on l.organization_id = c.organization_id and l.checkout_id = c.id and l.position = 0
 where c.status in ('open', 'processing')
   and (c.is_offer <> (w.id is not null)
        or w.id is not null and (w.status, w.tier_id, w.quantity) is distinct from ('offered', l.tier_id, c.quantity));

-- an address waits once for a tier, and not while it has an offer
with line as (
  select w.organization_id, w.event_id, w.tier_id, lower(w.customer_email) as email from waiting_list_entries w
    left join checkouts c on c.organization_id = w.organization_id and c.id = w.checkout_id
   where w.status = 'waiting'
      or w.status = 'offered' and c.status in ('open', 'processing')
         and not (c.status = 'open' and not c.payment_started and c.expires_at <= $1::timestamptz))
select organization_id, event_id, tier_id, count(*) as entries from line
 group by organization_id, event_id, tier_id, email having count(*) > 1;

-- turns of a waiting room begin in the order of the line: each position that had one was admitted, and none has two
with step as (
  select organization_id, event_id, up_to, after_position,
         lag(up_to) over (partition by organization_id, event_id order by up_to) as before
    from waiting_room_steps)
select s.organization_id, s.event_id, s.up_to, s.after_position, s.before, r.admitted from step s
  join waiting_rooms r on r.organization_id = s.organization_id and r.event_id = s.event_id
 where s.up_to > r.admitted or s.before > s.after_position;

-- a cancelled event has no live hold, no valid ticket and no entry that waits for a place
select e.organization_id, e.id as event_id, 'checkouts' as in_table, c.id from events e
  join checkouts c on c.organization_id = e.organization_id and c.event_id = e.id
 where e.status = 'cancelled' and c.status in ('open', 'processing')
union all
select e.organization_id, e.id, 'tickets', t.id from events e
  join tickets t on t.organization_id = e.organization_id and t.event_id = e.id
 where e.status = 'cancelled' and t.status = 'valid'
union all
select e.organization_id, e.id, 'waiting_list_entries', w.id from events e
  join waiting_list_entries w on w.organization_id = e.organization_id and w.event_id = e.id
 where e.status = 'cancelled' and w.status = 'waiting';

-- the sales figures are the sums over the orders: in all, of each UTC day and of each hour
with hour as (
  select organization_id, event_id, date_trunc('hour', paid_at, 'UTC') as starts_at, count(*) as orders,
         sum(total_centavos - refunded_centavos) as revenue, sum(discount_centavos) as discount,
         sum(quantity) as tickets, sum(quantity - returned) as tickets_sold
    from orders group by 1, 2, 3),
truth as (
  select organization_id, event_id, 'hour' as period, starts_at, orders, revenue, discount, tickets, tickets_sold from hour
  union all
  select organization_id, event_id, 'day', date_trunc('day', starts_at, 'UTC'), sum(orders), sum(revenue),
         sum(discount), sum(tickets), sum(tickets_sold) from hour group by 1, 2, 4
  union all
  select organization_id, event_id, 'all', 'epoch', sum(orders), sum(revenue), sum(discount), sum(tickets), sum(tickets_sold)
    from hour group by 1, 2)
select coalesce(t.organization_id, f.organization_id) as organization_id, coalesce(t.event_id, f.event_id) as event_id,
       coalesce(t.period, f.period) as period, coalesce(t.starts_at, f.starts_at) as starts_at, t.orders,
       f.orders as kept_orders, t.revenue, f.revenue_centavos as kept_revenue, t.discount,
       f.discount_centavos as kept_discount, t.tickets, f.tickets as kept_tickets,
       t.tickets_sold, f.tickets_sold as kept_tickets_sold
  from truth t full join sales_figures f on f.organization_id = t.organization_id and f.event_id = t.event_id
   and f.period = t.period and f.starts_at = t.starts_at
 where (t.orders, t.revenue, t.discount, t.tickets, t.tickets_sold) is distinct from
       (f.orders::numeric, f.revenue_centavos::numeric, f.discount_centavos::numeric, f.tickets::numeric, f.tickets_sold::numeric);

-- the sums by channel, source and referral code are those over the orders, and an event has at most 100 of its own
with truth as (
  select o.organization_id, o.event_id, o.channel, coalesce(s.source, '') as source, coalesce(s.ref, '') as ref,
         s.channel is null as is_rest, count(*) as orders, sum(o.total_centavos - o.refunded_centavos) as revenue,
         sum(o.discount_centavos) as discount, sum(o.quantity - o.returned) as tickets
    from orders o
    left join sales_sources s on s.organization_id = o.organization_id and s.event_id = o.event_id
     and s.channel = o.channel and s.source = coalesce(o.source, '') and s.ref = coalesce(o.ref, '') and s.is_rest = false
   group by 1, 2, 3, 4, 5, 6),
many as (
  select organization_id, event_id from sales_sources where source <> '' or ref <> '' group by 1, 2 having count(*) > 100)
select coalesce(t.organization_id, s.organization_id) as organization_id, coalesce(t.event_id, s.event_id) as event_id,
       coalesce(t.channel, s.channel) as channel, coalesce(t.source, s.source) as source, coalesce(t.ref, s.ref) as ref,
       coalesce(t.is_rest, s.is_rest) as is_rest, t.orders, s.orders as kept_orders, t.revenue,
       s.revenue_centavos as kept_revenue, t.discount, s.discount_centavos as kept_discount, t.tickets,
       s.tickets_sold as kept_tickets
  from truth t full join sales_sources s on s.organization_id = t.organization_id and s.event_id = t.event_id
   and s.channel = t.channel and s.source = t.source and s.ref = t.ref and s.is_rest = t.is_rest
 where (t.orders, t.revenue, t.discount, t.tickets) is distinct from
       (s.orders::numeric, s.revenue_centavos::numeric, s.discount_centavos::numeric, s.tickets_sold::numeric)
union all
select m.organization_id, m.event_id, null, null, null, null, null, null, null, null, null, null, null, null from many m;

-- the used and held counters of a promo code are its orders and its live checkouts, within its limit
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

-- an event that is no longer a draft has a notification of its status
with kept as (
  select coalesce(max(purged_before), '-infinity') as since from purges where what = 'notifications'),
told as (
  select distinct organization_id, body::json -> 'data' ->> 'event_id' as event_id,
         body::json -> 'data' ->> 'status' as status
    from notifications where type = 'event.updated')
select e.organization_id, e.id as event_id, e.status from events e
  left join told on told.organization_id = e.organization_id and told.event_id = e.id::text and told.status = e.status
 where e.status <> 'draft' and told.event_id is null and e.updated_at >= (select since from kept);

-- a seat is held or sold exactly when one live claim has it, and sold exactly when that claim has a ticket
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

-- the counters of a seated event are the states of its seats
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

-- a tier of a seated event is as large as the seats it prices, and an add-on prices none
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
 where case when t.admission then (t.quantity_total, t.blocked) <> (coalesce(s.seats, 0), coalesce(s.blocked, 0))
            else t.blocked <> 0 or s.seats is not null end;

-- where tiers share seats, each counts those that the others hold or have sold
with seat as (
  select r.organization_id, tier.id as tier_id, sum(length(r.states) - length(translate(r.states, 'hs', ''))) as taken
    from seating_rows r
    join seating_sections s on s.organization_id = r.organization_id and s.id = r.section_id
   cross join lateral (select distinct unnest(coalesce(r.tier_ids, s.tier_ids)) as id) tier
   group by 1, 2)
select t.organization_id, t.event_id, t.id as tier_id, t.taken_by_others, s.taken, t.sold, t.held
  from ticket_tiers t
  left join seat s on s.organization_id = t.organization_id and s.tier_id = t.id
 where t.taken_by_others <> coalesce(s.taken - t.sold - t.held, 0);

-- a row of seats is of the event of its section
select r.organization_id, r.id as row_id, r.event_id, s.event_id as event_of_section from seating_rows r
  join seating_sections s on s.organization_id = r.organization_id and s.id = r.section_id
 where r.event_id <> s.event_id;

-- an uploaded picture that an event shows has its row
select e.organization_id, e.id as event_id, e.cover_image_url from events e
  left join pictures p on p.organization_id = e.organization_id and p.address = e.cover_image_url and not p.is_removed
 where e.cover_image_url like '/files/%' and p.address is null;

-- the slug of an event is one of those that lead to it
select e.organization_id, e.id as event_id, e.slug, s.event_id as leads_to from events e
  left join event_slugs s on s.organization_id = e.organization_id and s.slug = e.slug
 where s.event_id is distinct from e.id;

-- a question and its tiers are of the same event, and a question of all tiers names none
select t.organization_id, t.question_id, t.tier_id from question_tiers t
  join questions q on q.organization_id = t.organization_id and q.id = t.question_id
  join ticket_tiers tier on tier.organization_id = t.organization_id and tier.id = t.tier_id
 where (q.event_id, tier.event_id) is distinct from (t.event_id, t.event_id) or q.of_all_tiers;

-- a message counts its e-mails, and has none before it is sent
with kept as (
  select coalesce(max(purged_before), '-infinity') as since from purges where what = 'mails'),
told as (
  select organization_id, message_id, count(*) as mails from mails where message_id is not null group by 1, 2)
select m.organization_id, m.id as message_id, m.status, m.mails, m.left_out, told.mails as recorded from messages m
  left join told on told.organization_id = m.organization_id and told.message_id = m.id
 where coalesce(told.mails, 0) <> m.mails + m.left_out and m.send_at >= (select since from kept)
    or m.mails + m.left_out > 0
   and (m.status = 'scheduled' or m.status = 'cancelled' and not m.event_cancelled);

-- a check-in list and its tiers are of the same event, and a list for all tiers names none
select t.organization_id, t.list_id, t.tier_id from check_in_list_tiers t
  join check_in_lists l on l.organization_id = t.organization_id and l.id = t.list_id
  join ticket_tiers tier on tier.organization_id = t.organization_id and tier.id = t.tier_id
 where (l.event_id, tier.event_id) is distinct from (t.event_id, t.event_id) or l.of_all_tiers;

-- events, series, check-in lists, door links, tiers, questions, messages, waiting lists, waiting rooms, promo codes,
-- seats and sales figures refer to rows of their own organization
select 'events' as in_table, e.organization_id, e.id::text as id, 'organization_id' as one_of
  from events e
  left join organizations o on o.organization_id = e.organization_id
 where o.organization_id is null
union all
select 'events', e.organization_id, e.id::text, 'series_id' from events e
  left join event_series s on s.organization_id = e.organization_id and s.id = e.series_id
 where e.series_id is not null and s.id is null
union all
select 'event_slugs', s.organization_id, s.slug, 'event_id' from event_slugs s
  left join events e on e.organization_id = s.organization_id and e.id = s.event_id
 where e.id is null
union all
select 'check_in_lists', l.organization_id, l.id::text, 'event_id' from check_in_lists l
  left join events e on e.organization_id = l.organization_id and e.id = l.event_id
 where e.id is null
union all
select 'check_in_list_tiers', t.organization_id, t.list_id::text, 'list_id, event_id, tier_id' from check_in_list_tiers t
  left join check_in_lists l on l.organization_id = t.organization_id and l.id = t.list_id
  left join events e on e.organization_id = t.organization_id and e.id = t.event_id
  left join ticket_tiers tier on tier.organization_id = t.organization_id and tier.id = t.tier_id
 where l.id is null or e.id is null or tier.id is null
union all
select 'door_links', l.organization_id, l.id::text, 'event_id, list_id' from door_links l
  left join events e on e.organization_id = l.organization_id and e.id = l.event_id
  left join check_in_lists c on c.organization_id = l.organization_id and c.id = l.list_id
 where e.id is null or l.list_id is not null and c.event_id is distinct from l.event_id
union all
select 'check_in_conflicts', c.organization_id, c.ticket_id::text, 'event_id, list_id, ticket_id, actor_id'
  from check_in_conflicts c
  left join tickets t on t.organization_id = c.organization_id and t.id = c.ticket_id
  left join api_keys k on k.organization_id = c.organization_id and k.id = c.actor_id
  left join check_in_lists i on i.organization_id = c.organization_id and i.id = c.list_id
  left join door_links l on l.organization_id = c.organization_id and l.id = c.actor_id
  left join users u on u.id = c.actor_id
 where t.event_id is distinct from c.event_id or c.list_id is not null and i.event_id is distinct from c.event_id
    or case c.actor_kind when 'key' then k.id when 'door_link' then l.id else u.id end is null
union all
select 'ticket_tiers', t.organization_id, t.id::text, 'event_id' from ticket_tiers t
  left join events e on e.organization_id = t.organization_id and e.id = t.event_id
 where e.id is null
union all
select 'ticket_tiers', t.organization_id, t.id::text, 'follows_tier_id' from ticket_tiers t
  left join ticket_tiers b on b.organization_id = t.organization_id and b.id = t.follows_tier_id
 where t.follows_tier_id is not null and b.event_id is distinct from t.event_id
union all
select 'messages', m.organization_id, m.id::text, 'event_id, after_order_id' from messages m
  left join events e on e.organization_id = m.organization_id and e.id = m.event_id
  left join orders o on o.organization_id = m.organization_id and o.id = m.after_order_id
 where e.id is null or m.after_order_id is not null and o.event_id is distinct from m.event_id
union all
select 'messages', m.organization_id, m.id::text, 'tier_ids'
  from (select organization_id, id, event_id, unnest(tier_ids) as tier_id from messages) m
  left join ticket_tiers t on t.organization_id = m.organization_id and t.event_id = m.event_id and t.id = m.tier_id
 where t.id is null
union all
select 'waiting_list_entries', w.organization_id, w.id::text, 'event_id, tier_id' from waiting_list_entries w
  left join ticket_tiers t on t.organization_id = w.organization_id and t.event_id = w.event_id and t.id = w.tier_id
 where t.id is null
union all
select 'waiting_rooms', r.organization_id, r.event_id::text, 'event_id' from waiting_rooms r
  left join events e on e.organization_id = r.organization_id and e.id = r.event_id
 where e.id is null
union all
select 'waiting_room_steps', s.organization_id, s.event_id::text, 'event_id' from waiting_room_steps s
  left join waiting_rooms r on r.organization_id = s.organization_id and r.event_id = s.event_id
 where r.event_id is null
union all
select 'questions', q.organization_id, q.id::text, 'event_id' from questions q
  left join events e on e.organization_id = q.organization_id and e.id = q.event_id
 where e.id is null
union all
select 'question_tiers', t.organization_id, t.question_id::text, 'question_id, event_id, tier_id' from question_tiers t
  left join questions q on q.organization_id = t.organization_id and q.id = t.question_id
  left join events e on e.organization_id = t.organization_id and e.id = t.event_id
  left join ticket_tiers tier on tier.organization_id = t.organization_id and tier.id = t.tier_id
 where q.id is null or e.id is null or tier.id is null
union all
select 'promo_codes', p.organization_id, p.id::text, 'event_id' from promo_codes p
  left join events e on e.organization_id = p.organization_id and e.id = p.event_id
 where e.id is null
union all
select 'promo_codes', p.organization_id, p.id::text, 'opens_tier_ids' from promo_codes p
 cross join lateral unnest(p.opens_tier_ids) as opened (tier_id)
  left join ticket_tiers t on t.organization_id = p.organization_id and t.id = opened.tier_id
 where t.event_id is distinct from p.event_id
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
 where e.id is null or s.id is null or price.tier_id is not null and t.id is null
union all
select 'sales_figures', f.organization_id, f.event_id::text, 'event_id' from sales_figures f
  left join events e on e.organization_id = f.organization_id and e.id = f.event_id
 where e.id is null
union all
select 'sales_sources', s.organization_id, s.event_id::text, 'event_id' from sales_sources s
  left join events e on e.organization_id = s.organization_id and e.id = s.event_id
 where e.id is null;
