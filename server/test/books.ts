import sql, { type Sql } from 'sql-template-tag';
import { expect } from 'vitest';
import type { Queryable } from '../src/database/database.ts';
import { SEAT_INVARIANTS } from './seat-books.ts';

/**
 * What must be true of the box office's books whatever happened: each query finds the rows that break its sentence.
 * Written against the tables and not with the code's own queries, which could share its mistakes.
 */
const INVARIANTS: Record<string, Sql> = {
  'a tier’s sold and held are the tickets and the holds that exist': sql`
    select t.id, t.sold, t.held, tickets.live, holds.live as holding from ticket_tiers t
      cross join lateral (select count(*) as live from tickets x
        where x.organization_id = t.organization_id and x.tier_id = t.id and x.status in ('valid', 'used')) tickets
      cross join lateral (select coalesce(sum(c.quantity), 0) as live from checkouts c
        where c.organization_id = t.organization_id and c.tier_id = t.id
          and c.status in ('open', 'processing')) holds
     where t.sold <> tickets.live or t.held <> holds.live`,
  'an event’s sold and held are the sums over its tiers': sql`
    select e.id, e.sold, e.held, tiers.sold as sold_of_tiers, tiers.held as held_of_tiers from events e
      cross join lateral (select coalesce(sum(t.sold), 0) as sold, coalesce(sum(t.held), 0) as held
        from ticket_tiers t where t.organization_id = e.organization_id and t.event_id = e.id) tiers
     where e.sold <> tiers.sold or e.held <> tiers.held`,
  'no tier and no event sold or holds more than it has': sql`
    select id from events where sold < 0 or held < 0 or sold + held > capacity
    union all select id from ticket_tiers where sold < 0 or held < 0 or sold + held > quantity_total`,
  'a cancelled event has no live hold and no valid ticket': sql`
    select e.id from events e where e.status = 'cancelled' and (
      exists (select 1 from checkouts c where c.organization_id = e.organization_id and c.event_id = e.id
               and c.status in ('open', 'processing'))
      or exists (select 1 from tickets t where t.organization_id = e.organization_id and t.event_id = e.id
               and t.status = 'valid'))`,
  'a checkout is completed exactly when it has an order': sql`
    select c.id, c.status from checkouts c left join orders o
      on o.organization_id = c.organization_id and o.checkout_id = c.id
     where (c.status = 'completed') <> (o.id is not null)`,
  'a payment bought an order for its amount, or is owed back in full; never both, never neither': sql`
    select p.id, p.amount_centavos, p.order_id from payments p
      left join orders o on o.organization_id = p.organization_id and o.id = p.order_id
      cross join lateral (select coalesce(sum(r.amount_centavos), 0) as back from refunds r
        where r.organization_id = p.organization_id and r.payment_id = p.id) r
     where case when p.order_id is null then r.back <> p.amount_centavos
                else p.amount_centavos <> o.total_centavos or r.back <> o.refunded_centavos end`,
  'an order that costs something was paid, a free one was not': sql`
    select o.id from orders o left join payments p on p.organization_id = o.organization_id and p.order_id = o.id
     where (o.total_centavos > 0) <> (p.id is not null)
        or o.payment_method is distinct from coalesce(p.method, 'FREE')`,
  'what the provider holds as paid is in the books': sql`
    select s.id from sandbox_sessions s join payment_attempts a
      on a.organization_id = s.organization_id and a.id = s.attempt_id
     where s.status = 'paid' and a.status = 'paid'
       and not exists (select 1 from payments p where p.organization_id = s.organization_id
            and p.provider_payment_id = 'sandbox_' || s.id::text and p.amount_centavos = s.amount_centavos)`,
  'an order is its tickets: as many, adding up to its total, with what was sent back for those returned': sql`
    select o.id from orders o cross join lateral (
      select count(*) as tickets, coalesce(sum(t.amount_centavos), 0) as total,
             coalesce(sum(t.amount_centavos) filter (where t.status in ('refunded', 'cancelled')), 0) as back,
             count(*) filter (where t.status in ('refunded', 'cancelled')) as gone
        from tickets t where t.organization_id = o.organization_id and t.order_id = o.id) t
     where t.tickets <> o.quantity or t.total <> o.total_centavos or t.back <> o.refunded_centavos
        or o.status <> case when t.gone = 0 then 'paid' when t.gone = t.tickets then 'refunded'
                            else 'partially_refunded' end`,
  'an order’s returned are its tickets that were refunded or cancelled': sql`
    select o.id, o.returned from orders o
     where o.returned <> (select count(*) from tickets t where t.organization_id = o.organization_id
        and t.order_id = o.id and t.status in ('refunded', 'cancelled'))`,
  'the sales figures are the sums over the orders, of all time, of each UTC day and of each hour': sql`
    with truth as (
      select o.organization_id, o.event_id, p.period,
             case p.period when 'all' then 'epoch' else date_trunc(p.period, o.paid_at, 'UTC') end as starts_at,
             count(*) as orders, sum(o.total_centavos - o.refunded_centavos) as revenue,
             sum(o.discount_centavos) as discount, sum(o.quantity - o.returned) as tickets
        from orders o cross join (values ('all'), ('day'), ('hour')) as p (period)
       group by 1, 2, 3, 4)
    select coalesce(t.event_id, f.event_id) as event_id, coalesce(t.period, f.period) as period, t.orders, t.revenue,
           t.discount, t.tickets, f.orders as kept_orders, f.revenue_centavos as kept_revenue
      from truth t full join sales_figures f on f.organization_id = t.organization_id and f.event_id = t.event_id
       and f.period = t.period and f.starts_at = t.starts_at
     where (t.orders, t.revenue, t.discount, t.tickets) is distinct from
           (f.orders::bigint, f.revenue_centavos::numeric, f.discount_centavos::numeric, f.tickets_sold::bigint)`,
  'a promo code’s used and held are the orders and the live checkouts that have it, within its limit': sql`
    select p.id, p.code, p.used, p.held, orders.used as orders, holds.held as holds, p.usage_limit from promo_codes p
      cross join lateral (select count(*) as used from orders o
        where o.organization_id = p.organization_id and o.promo_code_id = p.id) orders
      cross join lateral (select count(*) as held from checkouts c
        where c.organization_id = p.organization_id and c.promo_code_id = p.id
          and c.status in ('open', 'processing')) holds
     where p.used <> orders.used or p.held <> holds.held or p.used + p.held > p.usage_limit`,
  'a discount has a promo code of the same event, and an order has its checkout’s': sql`
    select c.id from checkouts c left join promo_codes p on p.organization_id = c.organization_id and p.id = c.promo_code_id
     where (c.discount_centavos > 0 and p.id is null) or p.event_id <> c.event_id
    union all
    select o.id from orders o join checkouts c on c.organization_id = o.organization_id and c.id = o.checkout_id
     where o.promo_code_id is distinct from c.promo_code_id or o.discount_centavos <> c.discount_centavos
        or o.subtotal_centavos <> c.unit_price_centavos * c.quantity`,
  'refunds that were sent are at the provider, once and no more than was paid': sql`
    select r.id from refunds r left join sandbox_refunds s on s.organization_id = r.organization_id and s.id = r.id
     where r.status = 'succeeded' and s.amount_centavos is distinct from r.amount_centavos
    union all
    select s.id from sandbox_sessions s join sandbox_refunds r
      on r.organization_id = s.organization_id and r.session_id = s.id
     group by s.organization_id, s.id, s.amount_centavos having sum(r.amount_centavos) > s.amount_centavos`,
  'every ticket was announced once, and every refund of one': sql`
    with told as (
      select organization_id, body::json -> 'data' ->> 'ticket_id' as ticket_id,
             count(*) filter (where type = 'ticket.purchased') as purchased,
             count(*) filter (where type = 'ticket.refunded') as refunded
        from notifications where type in ('ticket.purchased', 'ticket.refunded') group by 1, 2)
    select t.id, t.status, told.purchased, told.refunded from tickets t
      full join told on told.organization_id = t.organization_id and told.ticket_id = t.id::text
     where t.id is null or told.purchased is distinct from 1
        or told.refunded <> case when t.status = 'refunded' then 1 else 0 end`,
  'a used ticket has the time of its check-in, which was announced; a valid one has none': sql`
    select t.id, t.status from tickets t
     where (t.status = 'valid' and (t.checked_in_at is not null or t.check_in_nonce is not null))
        or (t.status = 'used' and not exists (
             select 1 from notifications n
              where n.organization_id = t.organization_id and n.type = 'ticket.checked_in'
                and n.body::json -> 'data' ->> 'ticket_id' = t.id::text
                and (n.body::json -> 'data' ->> 'checked_in_at')::timestamptz = t.checked_in_at))`,
};

Object.assign(INVARIANTS, SEAT_INVARIANTS);

/** Fails with the sentences that are not true of this database, each with the first rows that break it. */
export async function expectBooksBalance(db: Queryable): Promise<void> {
  const broken: Record<string, unknown[]> = {};
  for (const [sentence, query] of Object.entries(INVARIANTS)) {
    const rows = await db.query(query);
    if (rows.length > 0) broken[sentence] = rows.slice(0, 5);
  }
  expect(broken, `not true: ${Object.keys(broken).join('; ')}`).toEqual({});
}
