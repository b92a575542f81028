import sql from 'sql-template-tag';
import type { Database } from '../src/database/database.ts';

interface Fill {
  organizationId: string;
  eventId: string;
  tierId: string;
  orders: number;
  /** Paid evenly over this time, the first at its beginning. */
  from: Date;
  days: number;
  withTickets?: boolean;
}

/**
 * Orders of one ticket each, written by SQL because thousands are wanted: 100 pesos, every fifth with 10 off, every
 * seventh refunded. The sales figures of the event follow; the places do not, and no money stands behind it.
 */
export async function fillOrders(db: Database, { organizationId, eventId, tierId, orders, from, days, ...more }: Fill) {
  await db.transaction(async (tx) => {
    await tx.query(sql`set local statement_timeout = 0`);
    await tx.query(sql`
      create temporary table filled on commit drop as
      select gen_random_uuid() as order_id, gen_random_uuid() as checkout_id, n,
             case when n % 5 = 0 then 1000 else 0 end as discount, case when n % 7 = 0 then 1 else 0 end as returned,
             date_trunc('milliseconds', ${from}::timestamptz + make_interval(secs => n * ${(days * 86_400) / orders}::float8)) as at
        from generate_series(0, ${orders}::int - 1) as n`);
    await tx.query(sql`
      insert into checkouts (organization_id, id, event_id, tier_id, quantity, unit_price_centavos, customer_name,
        customer_email, success_url, status, expires_at, created_at)
      select ${organizationId}, checkout_id, ${eventId}, ${tierId}, 1, 10000, 'Ana Reyes', 'ana@example.com',
             'https://shop.example', 'completed', at, at from filled`);
    await tx.query(sql`
      insert into orders (organization_id, id, event_id, checkout_id, customer_name, customer_email, quantity,
        subtotal_centavos, discount_centavos, total_centavos, refunded_centavos, returned, status, payment_method,
        paid_at, created_at)
      select ${organizationId}, order_id, ${eventId}, checkout_id, 'Ana Reyes ' || n, 'ana@example.com', 1, 10000,
             discount, 10000 - discount, returned * (10000 - discount), returned,
             case returned when 1 then 'refunded' else 'paid' end, 'CARD', at, at from filled`);
    if (more.withTickets)
      await tx.query(sql`
        insert into tickets (organization_id, id, event_id, tier_id, order_id, position, ticket_number, status,
          price_centavos, amount_centavos, purchased_at)
        select ${organizationId}, gen_random_uuid(), ${eventId}, ${tierId}, order_id, 0, left(order_id::text, 8) || '-' || lpad(n::text, 8, '0'),
               case returned when 1 then 'refunded' else 'valid' end, 10000, 10000 - discount, at from filled`);
    await tx.query(sql`
      insert into sales_figures (organization_id, event_id, period, starts_at, orders, revenue_centavos,
        discount_centavos, tickets_sold)
      select ${organizationId}::uuid, ${eventId}::uuid, p.period,
             case p.period when 'all' then 'epoch' else date_trunc(p.period, at, 'UTC') end, count(*),
             sum((1 - returned) * (10000 - discount)), sum(discount), sum(1 - returned)
        from filled cross join (values ('all'), ('day'), ('hour')) as p (period) group by 3, 4
          on conflict (organization_id, event_id, period, starts_at) do update
         set orders = sales_figures.orders + excluded.orders,
             revenue_centavos = sales_figures.revenue_centavos + excluded.revenue_centavos,
             discount_centavos = sales_figures.discount_centavos + excluded.discount_centavos,
             tickets_sold = sales_figures.tickets_sold + excluded.tickets_sold`);
  });
}
