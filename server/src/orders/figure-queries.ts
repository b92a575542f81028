import sql from 'sql-template-tag';
import { type Tx, write } from '../platform/database/database.ts';
import type { Uuid } from '../values/uuid.ts';

/** A change of an event's sums by an order paid at `paidAt`. */
export interface FigureChange {
  eventId: Uuid;
  paidAt: Date;
  orders: number;
  revenueCentavos: number;
  discountCentavos: number;
  /** In new orders. Those that are returned later stay counted here. */
  tickets: number;
  ticketsSold: number;
}

/**
 * One statement for any number of orders. The caller holds the event's lock, so concurrent calls never update the same
 * row.
 */
export function addToFigures(tx: Tx, organizationId: Uuid, changes: FigureChange[]) {
  write(
    tx,
    sql`
    insert into sales_figures as f
      (organization_id, event_id, period, starts_at, orders, revenue_centavos, discount_centavos, tickets, tickets_sold)
    select ${organizationId}::uuid, c.event_id, p.period,
           case p.period when 'all' then 'epoch' else date_trunc(p.period, c.paid_at, 'UTC') end as starts_at,
           sum(c.orders), sum(c.revenue), sum(c.discount), sum(c.tickets), sum(c.tickets_sold)
      from unnest(${changes.map((c) => c.eventId)}::uuid[], ${changes.map((c) => c.paidAt)}::timestamptz[],
                  ${changes.map((c) => c.orders)}::int[], ${changes.map((c) => c.revenueCentavos)}::bigint[],
                  ${changes.map((c) => c.discountCentavos)}::bigint[], ${changes.map((c) => c.tickets)}::int[],
                  ${changes.map((c) => c.ticketsSold)}::int[])
           as c (event_id, paid_at, orders, revenue, discount, tickets, tickets_sold)
     cross join (values ('all'), ('day'), ('hour')) as p (period)
     group by c.event_id, p.period, 4
        on conflict (organization_id, event_id, period, starts_at) do update
       set orders = f.orders + excluded.orders,
           revenue_centavos = f.revenue_centavos + excluded.revenue_centavos,
           discount_centavos = f.discount_centavos + excluded.discount_centavos,
           tickets = f.tickets + excluded.tickets,
           tickets_sold = f.tickets_sold + excluded.tickets_sold`,
  );
}
