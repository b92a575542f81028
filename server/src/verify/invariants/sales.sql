-- What must be true of a sale: a checkout with its order, tickets, seats, payments, refunds and e-mails.
-- read-invariants.ts says how these files are read.

-- a checkout is completed exactly when it has an order
select c.organization_id, c.id as checkout_id, c.status, o.id as order_id from checkouts c
  left join orders o on o.organization_id = c.organization_id and o.checkout_id = c.id
 where (c.status = 'completed') <> (o.id is not null);

-- an order has the customer, the quantity, the price, the discount and the promo code of its checkout
select o.organization_id, o.id as order_id, c.id as checkout_id from orders o
  join checkouts c on c.organization_id = o.organization_id and c.id = o.checkout_id
 where (o.quantity, o.subtotal_centavos, o.discount_centavos, o.promo_code_id) is distinct from
       (c.quantity, c.subtotal_centavos, c.discount_centavos, c.promo_code_id)
    or (o.customer_name, o.customer_email, o.customer_phone) is distinct from
       (c.customer_name, c.customer_email, c.customer_phone);

-- the quantity and the subtotal of a checkout are those of its lines, which are numbered from 0
with line as (
  select organization_id, checkout_id, sum(quantity) as quantity, sum(quantity * unit_price_centavos) as centavos,
         count(*) - 1 as last, min(position) as least, max(position) as most
    from checkout_lines group by 1, 2)
select c.organization_id, c.id as checkout_id, c.quantity, l.quantity as quantity_of_lines, c.subtotal_centavos,
       l.centavos as centavos_of_lines
  from checkouts c left join line l on l.organization_id = c.organization_id and l.checkout_id = c.id
 where (c.quantity, c.subtotal_centavos) is distinct from (l.quantity::int, l.centavos::bigint)
    or (l.least, l.most) is distinct from (0::smallint, l.last::smallint);

-- where an event limits its buyers, a live checkout counts its places and a completed one those that were not refunded:
-- both without add-ons
with line as (
  select l.organization_id, l.checkout_id, sum(l.quantity) as places from checkout_lines l
    join ticket_tiers tier on tier.organization_id = l.organization_id and tier.id = l.tier_id
   where tier.admission group by 1, 2),
back as (
  select t.organization_id, t.order_id, count(*) as tickets from tickets t
    join ticket_tiers tier on tier.organization_id = t.organization_id and tier.id = t.tier_id
   where tier.admission and t.status in ('refunded', 'cancelled') group by 1, 2)
select c.organization_id, c.id as checkout_id, c.buyer_places, line.places, back.tickets as back
  from checkouts c
  join events e on e.organization_id = c.organization_id and e.id = c.event_id
  left join line on line.organization_id = c.organization_id and line.checkout_id = c.id
  left join orders o on o.organization_id = c.organization_id and o.checkout_id = c.id
  left join back on back.organization_id = o.organization_id and back.order_id = o.id
 where c.status in ('open', 'processing', 'completed')
   and case when c.buyer_places is null then e.max_per_buyer is not null
            else c.buyer_places <> coalesce(line.places, 0) - coalesce(back.tickets, 0) end;

-- a payment that bought nothing is refunded in full, and no payment more than in full
with back as (
  select organization_id, payment_id, sum(amount_centavos) as centavos from refunds group by 1, 2)
select p.organization_id, p.id as payment_id, p.order_id, p.amount_centavos, coalesce(back.centavos, 0) as back_centavos
  from payments p
  left join back on back.organization_id = p.organization_id and back.payment_id = p.id
 where coalesce(back.centavos, 0) > p.amount_centavos
    or p.order_id is null and coalesce(back.centavos, 0) <> p.amount_centavos;

-- the total of an order is its payment and the differences of its changes, and its refunds are those of its tickets
with change as (
  select organization_id, order_id, sum(difference_centavos) as centavos from order_changes group by 1, 2),
paid as (
  select organization_id, order_id, sum(amount_centavos) as centavos from payments
   where order_id is not null and change_id is null group by 1, 2),
back as (
  select p.organization_id, p.order_id, sum(r.amount_centavos) as centavos from payments p
    join refunds r on r.organization_id = p.organization_id and r.payment_id = p.id
   where p.order_id is not null and r.change_id is null group by 1, 2)
select o.organization_id, o.id as order_id, o.total_centavos, paid.centavos as paid_centavos,
       change.centavos as of_changes, o.refunded_centavos, back.centavos as back_centavos
  from orders o
  left join paid on paid.organization_id = o.organization_id and paid.order_id = o.id
  left join change on change.organization_id = o.organization_id and change.order_id = o.id
  left join back on back.organization_id = o.organization_id and back.order_id = o.id
 where (o.total_centavos, o.refunded_centavos) is distinct from
       ((coalesce(paid.centavos, 0) + coalesce(change.centavos, 0))::bigint, coalesce(back.centavos, 0)::bigint);

-- what a change of an order costs more was paid for it, and what it costs less is given back
with paid as (
  select organization_id, order_id, change_id, sum(amount_centavos) as centavos from payments
   where change_id is not null group by 1, 2, 3),
back as (
  select p.organization_id, p.order_id, r.change_id, sum(r.amount_centavos) as centavos from payments p
    join refunds r on r.organization_id = p.organization_id and r.payment_id = p.id
   where r.change_id is not null group by 1, 2, 3)
select c.organization_id, c.id as change_id, c.order_id, c.difference_centavos, paid.centavos as paid_centavos,
       back.centavos as back_centavos
  from order_changes c
  left join paid on paid.organization_id = c.organization_id and paid.order_id = c.order_id and paid.change_id = c.id
  left join back on back.organization_id = c.organization_id and back.order_id = c.order_id and back.change_id = c.id
 where (coalesce(paid.centavos, 0)::bigint, coalesce(back.centavos, 0)::bigint) is distinct from
       (greatest(c.difference_centavos, 0), greatest(-c.difference_centavos, 0));

-- an order that cost something when it was bought has a payment with its method, and a free order has none: it is FREE,
-- or of the box office
with change as (
  select organization_id, order_id, sum(difference_centavos) as centavos from order_changes group by 1, 2)
select o.organization_id, o.id as order_id, o.total_centavos, o.payment_method, p.id as payment_id from orders o
  left join payments p on p.organization_id = o.organization_id and p.order_id = o.id and p.change_id is null
  left join change on change.organization_id = o.organization_id and change.order_id = o.id
 where (o.total_centavos - coalesce(change.centavos, 0) > 0) <> (p.id is not null)
    or case when p.id is null then o.payment_method not in ('FREE', 'CASH', 'COMP', 'EXTERNAL')
            else o.payment_method <> p.method end;

-- an order is paid by hand, or given away, exactly when its checkout is of the box office, which holds nothing but what
-- it keeps for a name
select c.organization_id, c.id as checkout_id, c.status, c.channel, o.payment_method, p.provider from checkouts c
  left join orders o on o.organization_id = c.organization_id and o.checkout_id = c.id
  left join payments p on p.organization_id = o.organization_id and p.order_id = o.id and p.change_id is null
 where (c.channel = 'box_office') <> (coalesce(o.payment_method, '') in ('CASH', 'COMP', 'EXTERNAL')
                                      or o.id is null and c.reservation_id is not null)
    or p.id is not null and (c.channel = 'box_office') <> (p.provider = 'by_hand');

-- what is kept for a name is not being paid and ends when its reservation says, or with the event; what was picked up
-- of it is bought
select c.organization_id, c.id as checkout_id, c.reservation_id, c.status, c.expires_at, r.kept_until, a.id as attempt_id
  from checkouts c
  left join reservations r on r.organization_id = c.organization_id and r.id = c.reservation_id
  join events e on e.organization_id = c.organization_id and e.id = c.event_id
  left join payment_attempts a on a.organization_id = c.organization_id and a.checkout_id = c.id
 where c.reservation_id is not null
   and (r.event_id is distinct from c.event_id
        or a.id is not null or c.promo_code_id is not null or c.status = 'processing'
        or c.id <> c.reservation_id and c.status <> 'completed'
        or c.status = 'open' and e.status <> 'completed'
           and c.expires_at <> coalesce(r.kept_until, '9999-12-31T00:00:00Z'));

-- an order of the box office has an entry of its sale, and entries of its refunds with as many tickets; the entries of
-- any order have as much money as was taken and given back by hand
with entry as (
  select organization_id, order_id, min(payment_method) filter (where kind = 'sale') as method,
         sum(tickets) filter (where kind = 'sale') as tickets,
         coalesce(sum(tickets) filter (where kind = 'refund'), 0) as back,
         coalesce(sum(amount_centavos) filter (where kind in ('sale', 'difference_paid')), 0) as centavos,
         coalesce(sum(amount_centavos) filter (where kind in ('refund', 'difference_returned')), 0) as back_centavos
    from box_office_entries group by 1, 2),
taken as (
  select organization_id, order_id, sum(amount_centavos) as centavos from payments where provider = 'by_hand' group by 1, 2),
given as (
  select p.organization_id, p.order_id, sum(r.amount_centavos) as centavos from payments p
    join refunds r on r.organization_id = p.organization_id and r.payment_id = p.id
   where r.by_hand and p.order_id is not null group by 1, 2)
select o.organization_id, o.id as order_id, o.payment_method, entry.method, o.quantity, entry.tickets, o.returned,
       entry.back, taken.centavos as taken_centavos, entry.centavos, given.centavos as given_centavos, entry.back_centavos
  from orders o
  left join entry on entry.organization_id = o.organization_id and entry.order_id = o.id
  left join taken on taken.organization_id = o.organization_id and taken.order_id = o.id
  left join given on given.organization_id = o.organization_id and given.order_id = o.id
 where case when o.payment_method in ('CASH', 'COMP', 'EXTERNAL')
            then (entry.method, entry.tickets::int, entry.back::int) is distinct from
                 (o.payment_method, o.quantity, o.returned)
            else entry.tickets is not null end
    or (coalesce(entry.centavos, 0), coalesce(entry.back_centavos, 0)) is distinct from
       (coalesce(taken.centavos, 0), coalesce(given.centavos, 0));

-- a payment at the sandbox is recorded by the first look that is later than 5 minutes after it
select s.organization_id, s.id as session_id, s.amount_centavos, s.paid_at, a.id as attempt_id, a.status, a.checked_at
  from sandbox_sessions s
  join payment_attempts a on a.organization_id = s.organization_id and a.id = s.attempt_id
  left join payments p on p.organization_id = s.organization_id and p.provider = 'sandbox'
   and p.provider_payment_id = 'sandbox_' || s.id::text and p.amount_centavos = s.amount_centavos
 where s.status = 'paid' and p.id is null
   and (a.status not in ('started', 'pending')
        or a.checked_at > s.paid_at + interval '5 minutes' and a.checked_at < $1::timestamptz - interval '5 seconds');

-- a refund that succeeded is at the sandbox, which refunds no more than was paid
select r.organization_id, r.id as refund_id, null as session_id, r.amount_centavos, s.amount_centavos as at_provider
  from refunds r
  join payments p on p.organization_id = r.organization_id and p.id = r.payment_id and p.provider = 'sandbox'
  left join sandbox_refunds s on s.organization_id = r.organization_id and s.id = r.id
 where r.status = 'succeeded' and not r.by_hand and s.amount_centavos is distinct from r.amount_centavos
union all
select s.organization_id, null, s.id, s.amount_centavos, sum(r.amount_centavos) from sandbox_sessions s
  join sandbox_refunds r on r.organization_id = s.organization_id and r.session_id = s.id
 group by s.organization_id, s.id, s.amount_centavos having sum(r.amount_centavos) > s.amount_centavos;

-- a refund that succeeded has the number that its provider gave it, and no other refund has that number. Money that was
-- taken by hand is given back by hand: such a refund has no number
select r.organization_id, r.id as refund_id, r.provider_refund_id, 1 as refunds from refunds r
  join payments p on p.organization_id = r.organization_id and p.id = r.payment_id
 where p.provider = 'by_hand' and not r.by_hand
    or (r.by_hand or r.status = 'succeeded') and r.by_hand <> (r.provider_refund_id is null)
union all
select r.organization_id, null, r.provider_refund_id, count(*) from refunds r
  join payments p on p.organization_id = r.organization_id and p.id = r.payment_id
 where r.provider_refund_id is not null
 group by r.organization_id, p.provider, r.provider_refund_id having count(*) > 1;

-- a payment belongs to a paid attempt of its checkout, at its provider, that is no longer watched
select p.organization_id, p.id as payment_id, p.provider, a.id as attempt_id, a.status, a.watched_until from payments p
  join payment_attempts a on a.organization_id = p.organization_id and a.id = p.attempt_id
 where a.status <> 'paid' or a.watched_until is not null or a.provider <> p.provider or a.checkout_id <> p.checkout_id;

-- the quantity, the total, the refunds and the status of an order are those of its tickets
with ticket as (
  select organization_id, order_id, count(*) as tickets, sum(amount_centavos) as total,
         coalesce(sum(amount_centavos - kept_centavos) filter (where status in ('refunded', 'cancelled')), 0) as back,
         count(*) filter (where status in ('refunded', 'cancelled')) as gone
    from tickets group by 1, 2)
select o.organization_id, o.id as order_id, o.status, o.quantity, t.tickets, o.total_centavos, t.total,
       o.refunded_centavos, t.back, o.returned, t.gone
  from orders o left join ticket t on t.organization_id = o.organization_id and t.order_id = o.id
 where (o.quantity, o.total_centavos, o.refunded_centavos, o.returned, o.status) is distinct from
       (t.tickets::int, t.total::bigint, t.back::bigint, t.gone::int,
        case t.gone when 0 then 'paid' when t.tickets then 'refunded' else 'partially_refunded' end);

-- a pending refund request names a ticket that can still be refunded
select r.organization_id, r.id as refund_request_id, r.order_id from refund_requests r
  left join tickets t on t.organization_id = r.organization_id and t.order_id = r.order_id
   and t.id = any(r.ticket_ids) and t.status in ('valid', 'used')
 where r.status = 'pending' and t.id is null;

-- a ticket was bought when its order was paid, and has the position, the tier and the price of a line of its checkout
with line as (
  select *, sum(quantity) over (partition by organization_id, checkout_id order by position) as places_upto
    from checkout_lines)
select t.organization_id, t.id as ticket_id, t.order_id, t.position, t.purchased_at, t.price_centavos from tickets t
  join orders o on o.organization_id = t.organization_id and o.id = t.order_id
  left join line l on l.organization_id = o.organization_id and l.checkout_id = o.checkout_id
   and t.position >= l.places_upto - l.quantity and t.position < l.places_upto
 where t.purchased_at <> o.paid_at or t.position < 0
    or (t.tier_id, t.price_centavos) is distinct from (l.tier_id, l.unit_price_centavos);

-- after discount no ticket costs less than nothing, and the tickets of a line cost no more than their price
select organization_id, order_id, tier_id, price_centavos, sum(amount_centavos) as centavos, count(*) as tickets
  from tickets group by 1, 2, 3, 4
having min(amount_centavos) < 0 or sum(amount_centavos) > count(*) * price_centavos;

-- a checkout with a discount has a promo code, or its order was given away
select c.organization_id, c.id as checkout_id, c.discount_centavos, o.payment_method from checkouts c
  left join orders o on o.organization_id = c.organization_id and o.checkout_id = c.id
 where c.discount_centavos > 0 and c.promo_code_id is null and o.payment_method is distinct from 'COMP';

-- a ticket has one notification of its purchase, and one of its refund exactly when it is refunded
with kept as (
  select coalesce(max(purged_before), '-infinity') as since from purges where what = 'notifications'),
told as (
  select organization_id, body::json -> 'data' ->> 'ticket_id' as ticket_id,
         count(*) filter (where type = 'ticket.purchased') as purchased,
         count(*) filter (where type = 'ticket.refunded') as refunded
    from notifications where type in ('ticket.purchased', 'ticket.refunded') group by 1, 2)
select t.organization_id, t.id as ticket_id, t.status, told.purchased, told.refunded
  from tickets t left join told on told.organization_id = t.organization_id and told.ticket_id = t.id::text
 where told.purchased > 1
    or coalesce(told.purchased, 0) = 0 and t.purchased_at >= (select since from kept)
    or told.refunded > case t.status when 'refunded' then 1 else 0 end
    or coalesce(told.refunded, 0) = 0 and t.status = 'refunded' and t.changed_at >= (select since from kept);

-- a used ticket has the time of its check-in and a notification for each, and a valid ticket has no such time
with kept as (
  select coalesce(max(purged_before), '-infinity') as since from purges where what in ('notifications', 'audit_log')),
told as (
  select organization_id, body::json -> 'data' ->> 'ticket_id' as ticket_id,
         (body::json -> 'data' ->> 'checked_in_at')::timestamptz as checked_in_at, count(*) as times
    from notifications where type = 'ticket.checked_in' group by 1, 2, 3),
logged as (
  select organization_id, subject_id as ticket_id, (after ->> 'checked_in_at')::timestamptz as checked_in_at,
         count(*) as times
    from audit_log where action = 'ticket.checked_in' group by 1, 2, 3)
select t.organization_id, t.id as ticket_id, t.status, t.checked_in_at, coalesce(told.times, 0) as announced
  from tickets t
  left join told on told.organization_id = t.organization_id and told.ticket_id = t.id::text
   and told.checked_in_at = t.checked_in_at
  left join logged on logged.organization_id = t.organization_id and logged.ticket_id = t.id::text
   and logged.checked_in_at = t.checked_in_at
 where t.status = 'valid'
   and (t.checked_in_at is not null or t.check_in_nonce is not null)
    or t.status = 'used' and told.times is null and t.changed_at >= (select since from kept)
    or t.status = 'used' and told.times > 1 and told.times is distinct from logged.times
       and t.purchased_at >= (select since from kept);

-- a live claim names its seat, in the section and at the price of its line
with line as (
  select *, sum(quantity) over (partition by organization_id, checkout_id order by position) as places_upto
    from checkout_lines)
select c.organization_id, c.checkout_id, c.position, c.row_id, c.place, c.seat from seat_claims c
  join checkouts k on k.organization_id = c.organization_id and k.id = c.checkout_id
  join seating_rows r on r.organization_id = c.organization_id and r.id = c.row_id
  join seating_sections s on s.organization_id = r.organization_id and s.id = r.section_id
  left join line l on l.organization_id = k.organization_id and l.checkout_id = k.id
   and c.position >= l.places_upto - l.quantity and c.position < l.places_upto
 where (c.seat, c.row_label, c.section_label) is distinct from (r.seats[c.place + 1], r.label, s.label)
    or l.section_id is distinct from s.id or k.event_id <> r.event_id
    or l.tier_id <> all (coalesce(r.tier_ids, s.tier_ids));

-- a checkout that claimed seats has a claim per ticket that admits, all live while it holds them and none once it ended
with claim as (
  select organization_id, checkout_id, count(*) as claims, count(row_id) as live from seat_claims group by 1, 2),
line as (
  select l.organization_id, l.checkout_id, sum(l.quantity) as places from checkout_lines l
    join ticket_tiers t on t.organization_id = l.organization_id and t.id = l.tier_id
   where t.admission group by 1, 2)
select k.organization_id, k.id as checkout_id, k.status, l.places, c.claims, c.live from checkouts k
  join claim c on c.organization_id = k.organization_id and c.checkout_id = k.id
  left join line l on l.organization_id = k.organization_id and l.checkout_id = k.id
 where c.claims is distinct from l.places
    or k.status in ('open', 'processing') and c.live is distinct from l.places
    or k.status in ('expired', 'cancelled') and c.live <> 0;

-- a line with a section has claimed seats, and one without a section has no live claim unless it is an add-on, which
-- has no section
with claim as (
  select organization_id, checkout_id, count(row_id) as live from seat_claims group by 1, 2)
select l.organization_id, l.checkout_id, l.position, l.section_id, c.live from checkout_lines l
  join ticket_tiers t on t.organization_id = l.organization_id and t.id = l.tier_id
  left join claim c on c.organization_id = l.organization_id and c.checkout_id = l.checkout_id
 where case when t.admission then l.section_id is not null and c.checkout_id is null or l.section_id is null and c.live > 0
            else l.section_id is not null end;

-- the claim of a ticket is live exactly while the ticket is valid or used
select t.organization_id, t.id as ticket_id, t.status, c.row_id from tickets t
  join orders o on o.organization_id = t.organization_id and o.id = t.order_id
  join seat_claims c on c.organization_id = o.organization_id and c.checkout_id = o.checkout_id and c.position = t.position
 where (t.status in ('valid', 'used')) <> (c.row_id is not null);

-- a ticket of a checkout with a section has a claim, unless it is of an add-on
with seated as (
  select distinct organization_id, checkout_id from checkout_lines where section_id is not null)
select t.organization_id, t.id as ticket_id, o.checkout_id, t.position from tickets t
  join orders o on o.organization_id = t.organization_id and o.id = t.order_id
  join seated k on k.organization_id = o.organization_id and k.checkout_id = o.checkout_id
  join ticket_tiers tier on tier.organization_id = t.organization_id and tier.id = t.tier_id
  left join seat_claims c on c.organization_id = o.organization_id and c.checkout_id = o.checkout_id
   and c.position = t.position
 where (c.checkout_id is not null) <> tier.admission;

-- the ticket of an add-on was never used
select t.organization_id, t.id as ticket_id, t.status, t.checked_in_at from tickets t
  join ticket_tiers tier on tier.organization_id = t.organization_id and tier.id = t.tier_id
 where not tier.admission
   and (t.status = 'used' or t.checked_in_at is not null);

-- passages of a ticket are numbered from 1, and each that counts kept its rule when it was recorded: by time, an exit
-- follows an entry, and an entry neither follows nor precedes one
with decided as (
  select p.organization_id, p.ticket_id, p.list_id, p.number, p.direction, p.passes,
         count(*) filter (where b.direction = 'in') as entries,
         coalesce((array_agg(b.direction order by b.passed_at desc, b.number desc) filter (where b.passed_at <= p.passed_at))[1],
                  case when p.list_id is null then 'in' else 'out' end) as before,
         (array_agg(b.direction order by b.passed_at, b.number) filter (where b.passed_at > p.passed_at))[1] as next
    from passages p
    left join passages b on b.organization_id = p.organization_id and b.ticket_id = p.ticket_id
     and b.list_id is not distinct from p.list_id and b.number < p.number and b.undone_at is null
   where p.undone_at is null and p.passes <> 'unlimited'
   group by p.organization_id, p.ticket_id, p.list_id, p.number, p.direction, p.passes, p.passed_at)
select organization_id, ticket_id, list_id, number, direction, passes from decided
 where case when direction = 'out' then before = 'out'
            when passes = 'once' then entries > 0
            else before = 'in' or next = 'in' end
union all
select organization_id, ticket_id, null, max(number), null, null from passages
 group by organization_id, ticket_id having count(*) <> max(number) or min(number) <> 1;

-- a ticket that left the gate was used, and it has the time when a passage of it was last recorded or undone
with passed as (
  select organization_id, ticket_id, greatest(max(recorded_at), max(undone_at)) as at,
         bool_or(list_id is null and undone_at is null) as at_gate
    from passages group by 1, 2)
select t.organization_id, t.id as ticket_id, t.status, t.last_passage_at, passed.at from tickets t
  left join passed on passed.organization_id = t.organization_id and passed.ticket_id = t.id
 where t.last_passage_at is distinct from passed.at or passed.at_gate and t.status not in ('used', 'refunded');

-- passages refer to rows of their own organization: a ticket, a list of the event of the ticket, and a door
select p.organization_id, p.id as passage_id, p.ticket_id, p.event_id, p.list_id, p.actor_id from passages p
  left join tickets t on t.organization_id = p.organization_id and t.id = p.ticket_id
  left join check_in_lists l on l.organization_id = p.organization_id and l.id = p.list_id
  left join api_keys k on k.organization_id = p.organization_id and k.id = p.actor_id
  left join door_links d on d.organization_id = p.organization_id and d.id = p.actor_id
  left join users u on u.id = p.actor_id
 where t.event_id is distinct from p.event_id or p.list_id is not null and l.event_id is distinct from p.event_id
    or case p.actor_kind when 'key' then k.id when 'door_link' then d.id else u.id end is null;

-- passes in wallets refer to rows of their own organization: a ticket, its event and one of its codes
select w.organization_id, w.id as registration_id, w.ticket_id, w.event_id, w.revision from wallet_registrations w
  left join tickets t on t.organization_id = w.organization_id and t.id = w.ticket_id
 where w.ticket_id is not null and (t.event_id is distinct from w.event_id or w.revision > t.revision);

-- a sale is of one event: tickets, order, payment, checkout, lines, promo code, tiers and sections
select 'tickets' as in_table, t.organization_id, t.id from tickets t
  join orders o on o.organization_id = t.organization_id and o.id = t.order_id
  join checkouts c on c.organization_id = o.organization_id and c.id = o.checkout_id
 where t.event_id <> c.event_id
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
  join promo_codes p on p.organization_id = c.organization_id and p.id = c.promo_code_id
 where p.event_id <> c.event_id
union all
select 'checkout_lines', l.organization_id, l.checkout_id from checkout_lines l
  join checkouts c on c.organization_id = l.organization_id and c.id = l.checkout_id
  left join ticket_tiers t on t.organization_id = l.organization_id and t.id = l.tier_id
  left join seating_sections s on s.organization_id = l.organization_id and s.id = l.section_id
 where l.event_id <> c.event_id or t.event_id <> c.event_id or s.event_id <> c.event_id;

-- checkouts, their lines, offers, claims of seats, orders, tickets, refund requests, consents and answers refer to rows
-- of their own organization
select 'checkouts' as in_table, c.organization_id, c.id::text as id, 'event_id, promo_code_id' as one_of
  from checkouts c
  left join events e on e.organization_id = c.organization_id and e.id = c.event_id
  left join promo_codes p on p.organization_id = c.organization_id and p.id = c.promo_code_id
 where e.id is null or c.promo_code_id is not null and p.id is null
union all
select 'reservations', c.organization_id, c.reservation_id::text, 'checkouts.reservation_id, event_id'
  from checkouts c
  left join reservations r on r.organization_id = c.organization_id and r.id = c.reservation_id
  left join events e on e.organization_id = r.organization_id and e.id = r.event_id
 where c.reservation_id is not null and e.id is null
union all
select 'waiting_list_entries', w.organization_id, w.id::text, 'checkout_id' from waiting_list_entries w
  left join checkouts c on c.organization_id = w.organization_id and c.id = w.checkout_id
 where w.checkout_id is not null and c.id is null
union all
select 'checkout_lines', l.organization_id, l.checkout_id::text, 'checkout_id, event_id, tier_id, section_id'
  from checkout_lines l
  left join checkouts c on c.organization_id = l.organization_id and c.id = l.checkout_id
  left join events e on e.organization_id = l.organization_id and e.id = l.event_id
  left join ticket_tiers t on t.organization_id = l.organization_id and t.id = l.tier_id
  left join seating_sections s on s.organization_id = l.organization_id and s.id = l.section_id
 where c.id is null or e.id is null or t.id is null or l.section_id is not null and s.id is null
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
select 'refund_requests', r.organization_id, r.id::text, 'order_id, event_id' from refund_requests r
  left join orders o on o.organization_id = r.organization_id and o.id = r.order_id
  left join events e on e.organization_id = r.organization_id and e.id = r.event_id
 where o.id is null or e.id is null
union all
select 'refund_requests', r.organization_id, r.id::text, 'ticket_ids' from refund_requests r
 cross join lateral unnest(r.ticket_ids) as named (id)
  left join tickets t on t.organization_id = r.organization_id and t.order_id = r.order_id and t.id = named.id
 where t.id is null
union all
select 'consents', c.organization_id, c.checkout_id::text, 'checkout_id' from consents c
  left join checkouts k on k.organization_id = c.organization_id and k.id = c.checkout_id
 where k.id is null
union all
select 'answers', a.organization_id, a.checkout_id::text, 'checkout_id, event_id, question_id' from answers a
  left join checkouts c on c.organization_id = a.organization_id and c.id = a.checkout_id
  left join events e on e.organization_id = a.organization_id and e.id = a.event_id
  left join questions q on q.organization_id = a.organization_id and q.id = a.question_id
 where c.id is null or e.id is null or q.id is null;

-- an answer is to a question of the event of its checkout, and about its order or one of its tickets as the question is
select a.organization_id, a.checkout_id, a.question_id, a.ticket from answers a
  join checkouts c on c.organization_id = a.organization_id and c.id = a.checkout_id
  join questions q on q.organization_id = a.organization_id and q.id = a.question_id
 where (c.event_id, q.event_id) is distinct from (a.event_id, a.event_id)
    or (q.asked_of = 'ticket') is distinct from (a.ticket > 0)
    or c.status = 'completed' and a.ticket > c.quantity;

-- a test organization is paid by the sandbox alone
select a.organization_id, 'payment_attempts' as in_table, a.id, a.provider from payment_attempts a
  join organizations o on o.organization_id = a.organization_id
 where a.provider <> 'sandbox' and o.test_of is not null
union all
select p.organization_id, 'payments', p.id, p.provider from payments p
  join organizations o on o.organization_id = p.organization_id
 where p.provider not in ('sandbox', 'by_hand') and o.test_of is not null;

-- entries of the box office refer to rows of their own organization
select b.organization_id, b.id as entry_id, b.order_id, b.actor_kind, b.actor_id from box_office_entries b
  left join orders o on o.organization_id = b.organization_id and o.id = b.order_id
  left join api_keys k on k.organization_id = b.organization_id and k.id = b.actor_id
  left join users u on u.id = b.actor_id
 where o.id is null or b.actor_kind = 'key' and k.id is null or b.actor_kind = 'user' and u.id is null;

-- changes of orders, payments, refunds and what the sandbox recorded refer to rows of their own organization
select 'payment_attempts' as in_table, a.organization_id, a.id::text as id, 'checkout_id' as one_of
  from payment_attempts a
  left join checkouts c on c.organization_id = a.organization_id and c.id = a.checkout_id
 where c.id is null
union all
select 'order_changes', c.organization_id, c.id::text, 'order_id' from order_changes c
  left join orders o on o.organization_id = c.organization_id and o.id = c.order_id
 where o.id is null
union all
select 'payments', p.organization_id, p.id::text, 'checkout_id, attempt_id, order_id, change_id' from payments p
  left join checkouts c on c.organization_id = p.organization_id and c.id = p.checkout_id
  left join payment_attempts a on a.organization_id = p.organization_id and a.id = p.attempt_id
  left join orders o on o.organization_id = p.organization_id and o.id = p.order_id
  left join order_changes x on x.organization_id = p.organization_id and x.id = p.change_id
 where c.id is null or p.attempt_id is not null and a.id is null or p.order_id is not null and o.id is null
    or p.change_id is not null and x.order_id is distinct from p.order_id
union all
select 'refunds', r.organization_id, r.id::text, 'payment_id, change_id' from refunds r
  left join payments p on p.organization_id = r.organization_id and p.id = r.payment_id
  left join order_changes x on x.organization_id = r.organization_id and x.id = r.change_id
 where p.id is null or r.change_id is not null and x.order_id is distinct from p.order_id
union all
select 'sandbox_sessions', s.organization_id, s.id::text, 'attempt_id' from sandbox_sessions s
  left join payment_attempts a on a.organization_id = s.organization_id and a.id = s.attempt_id
 where a.id is null
union all
select 'sandbox_refunds', s.organization_id, s.id::text, 'session_id' from sandbox_refunds s
  left join sandbox_sessions x on x.organization_id = s.organization_id and x.id = s.session_id
 where x.id is null;

-- an order has an e-mail with its tickets from the time when it was paid, unless it was imported without
with kept as (
  select coalesce(max(purged_before), '-infinity') as since from purges where what = 'mails'),
told as (
  select organization_id, order_id, min(created_at) as at from mails where kind = 'tickets' and ticket_id is null
   group by 1, 2)
select o.organization_id, o.id as order_id, o.paid_at, told.at as mailed_at from orders o
  left join told on told.organization_id = o.organization_id and told.order_id = o.id
 where o.tickets_mailed and told.at is distinct from o.paid_at and o.paid_at >= (select since from kept);

-- a ticket is named by one e-mail about a refund when it is refunded, and by none otherwise
with kept as (
  select coalesce(max(purged_before), '-infinity') as since from purges where what = 'mails'),
told as (
  select m.organization_id, x.id as ticket_id, count(*) as mails
    from mails m cross join lateral jsonb_array_elements_text(m.details -> 'ticket_ids') as x (id)
   where m.kind = 'refund' group by 1, 2)
select t.organization_id, t.id as ticket_id, t.status, told.mails from tickets t
  left join told on told.organization_id = t.organization_id and told.ticket_id = t.id::text
 where told.mails > case t.status when 'refunded' then 1 else 0 end
    or coalesce(told.mails, 0) = 0 and t.status = 'refunded' and t.changed_at >= (select since from kept);

-- e-mails about a cancelled event say how many tickets the order lost and how much is refunded for them
with kept as (
  select coalesce(max(purged_before), '-infinity') as since from purges where what = 'mails'),
lost as (
  select organization_id, order_id, count(*) as tickets, sum(amount_centavos) as centavos from tickets
   where status = 'cancelled' and changed_at >= (select since from kept) group by 1, 2),
told as (
  select organization_id, order_id, sum((details ->> 'tickets')::bigint) as tickets,
         sum((details ->> 'amount_centavos')::bigint) as centavos,
         sum(coalesce((details ->> 'used_tickets')::bigint, 0)) as used_tickets
    from mails where kind = 'event_cancelled' and ticket_id is null and created_at >= (select since from kept)
   group by 1, 2)
select o.organization_id, o.id as order_id, lost.tickets, told.tickets as told_tickets, lost.centavos,
       told.centavos as told_centavos
  from orders o
  left join lost on lost.organization_id = o.organization_id and lost.order_id = o.id
  left join told on told.organization_id = o.organization_id and told.order_id = o.id
 where (coalesce(lost.tickets, 0), coalesce(lost.centavos, 0)) <> (coalesce(told.tickets, 0), coalesce(told.centavos, 0))
    or told.tickets = 0 and told.used_tickets = 0;

-- an offer to the waiting list has one e-mail from the time when it was made, and no other checkout has one
with kept as (
  select coalesce(max(purged_before), '-infinity') as since from purges where what = 'mails'),
told as (
  select organization_id, checkout_id, count(*) as mails, min(created_at) as at from mails
   where kind = 'waiting_list_offer' group by 1, 2)
select c.organization_id, c.id as checkout_id, c.is_offer, c.created_at, told.mails, told.at as mailed_at
  from checkouts c
  left join told on told.organization_id = c.organization_id and told.checkout_id = c.id
 where case when c.is_offer then c.created_at >= (select since from kept)
                                 and (told.mails, told.at) is distinct from (1::bigint, c.created_at)
            else told.mails > 0 end;

-- each payment that bought nothing has an e-mail that says its amount
with kept as (
  select coalesce(max(purged_before), '-infinity') as since from purges where what = 'mails'),
lost as (
  select organization_id, checkout_id, count(*) as payments, sum(amount_centavos) as centavos
    from payments where order_id is null group by 1, 2 having min(paid_at) >= (select since from kept)),
told as (
  select organization_id, checkout_id, count(*) as mails, sum((details ->> 'amount_centavos')::bigint) as centavos
    from mails where kind = 'money_back' group by 1, 2)
select lost.organization_id, lost.checkout_id, lost.payments, told.mails, lost.centavos, told.centavos as told_centavos
  from lost
  left join told on told.organization_id = lost.organization_id and told.checkout_id = lost.checkout_id
 where (lost.payments, lost.centavos) is distinct from (told.mails, told.centavos);

-- a checkout whose money is on its way has an e-mail that says until when
with kept as (
  select coalesce(max(purged_before), '-infinity') as since from purges where what = 'mails')
select c.organization_id, c.id as checkout_id, c.status from checkouts c
  left join mails m on m.organization_id = c.organization_id and m.checkout_id = c.id and m.kind = 'payment_pending'
 where c.status = 'processing' and m.id is null and c.created_at >= (select since from kept);

-- the attendees of an order’s tickets are those that its checkout named, one each
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

-- an attendee with an address that is not the buyer’s was sent the ticket when it was paid, unless the order was free
-- or is not mailed
with kept as (
  select coalesce(max(purged_before), '-infinity') as since from purges where what = 'mails')
select t.organization_id, t.id as ticket_id, t.order_id from tickets t
  join orders o on o.organization_id = t.organization_id and o.id = t.order_id
  left join mails m on m.organization_id = t.organization_id and m.ticket_id = t.id and m.kind = 'tickets'
                   and m.created_at = o.paid_at
  left join payments p on p.organization_id = o.organization_id and p.order_id = o.id and p.change_id is null
 where lower(t.attendee_email) <> lower(o.customer_email) and (m.id is null or not o.attendees_mailed)
   and p.id is not null and o.tickets_mailed and t.attendee_changed_at is null and o.paid_at >= (select since from kept);

-- a buyer whose personal data was erased is named by neither the checkout, the order nor its notifications
select c.organization_id, c.id as checkout_id, null as ticket_id, c.customer_name from checkouts c
 where c.erased_at is not null
   and ((c.customer_name, c.customer_email, c.customer_phone) is distinct from
        ('Erased', 'erased@erased.invalid', null)
     or c.status in ('open', 'processing') or c.success_url !~ '^https?://[^/?#]*/$')
union all
select c.organization_id, c.id, t.id, n.body::json -> 'data' -> 'customer' ->> 'name' from checkouts c
  join orders o on o.organization_id = c.organization_id and o.checkout_id = c.id
  join tickets t on t.organization_id = o.organization_id and t.order_id = o.id
  join notifications n on n.organization_id = t.organization_id
   and n.body::json -> 'data' ->> 'ticket_id' = t.id::text
   and n.type in ('ticket.purchased', 'ticket.refunded', 'ticket.changed', 'ticket.checked_in')
 where c.erased_at is not null and n.body::json -> 'data' -> 'customer' ->> 'name' <> 'Erased';

-- e-mails refer to rows of their own organization
select m.organization_id, m.id as mail_id, m.kind, m.order_id, m.ticket_id, m.checkout_id, m.message_id
  from mails m
  left join organizations g on g.organization_id = m.organization_id
  left join orders o on o.organization_id = m.organization_id and o.id = m.order_id
  left join tickets t on t.organization_id = m.organization_id and t.id = m.ticket_id
  left join checkouts c on c.organization_id = m.organization_id and c.id = m.checkout_id
  left join messages s on s.organization_id = m.organization_id and s.id = m.message_id
 where g.organization_id is null or m.message_id is not null and s.id is null or m.order_id is not null and o.id is null
    or m.ticket_id is not null and t.id is null or m.checkout_id is not null and c.id is null;
