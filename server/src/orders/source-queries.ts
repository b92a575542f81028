import sql from 'sql-template-tag';
import type { Channel } from '../checkouts/checkout.ts';
import { type Tx, write } from '../platform/database/database.ts';
import type { Uuid } from '../values/uuid.ts';
import type { FigureChange } from './figure-queries.ts';

/**
 * Sources and referral codes of an event that have sums of their own: more than a person reads in a table. A stranger
 * can invent codes in a link, and orders of a free event cost nothing, so their number must be bounded.
 */
export const MAX_SOURCES = 100;

export interface SourceChange extends Omit<FigureChange, 'eventId' | 'paidAt'> {
  channel: Channel;
  /** Empty: none. */
  source: string;
  ref: string;
}

/**
 * Adds changes to the sums of an event by channel, source and referral code, in one statement. A source or code that
 * the event did not have gets a row until there are `MAX_SOURCES`; after that it counts to the rest, and so do its
 * refunds, because from then on the event gets no more rows. The caller holds the event's lock, so that this statement
 * sees every row that another transaction made.
 */
export function addToSources(
  tx: Tx,
  { organizationId, eventId }: { organizationId: Uuid; eventId: Uuid },
  changes: SourceChange[],
) {
  write(
    tx,
    sql`
    with change as (
      select channel, source, ref, sum(orders) as orders, sum(revenue) as revenue, sum(discount) as discount,
             sum(tickets) as tickets
        from unnest(${changes.map((c) => c.channel)}::text[], ${changes.map((c) => c.source)}::text[],
                    ${changes.map((c) => c.ref)}::text[], ${changes.map((c) => c.orders)}::int[],
                    ${changes.map((c) => c.revenueCentavos)}::bigint[],
                    ${changes.map((c) => c.discountCentavos)}::bigint[], ${changes.map((c) => c.ticketsSold)}::int[])
             as c (channel, source, ref, orders, revenue, discount, tickets)
       group by channel, source, ref),
    known as (
      select channel, source, ref, is_rest from sales_sources
       where organization_id = ${organizationId} and event_id = ${eventId}),
    room as (
      select case when bool_or(is_rest) then 0 else ${MAX_SOURCES} - count(*) end as rows
        from known where is_rest or source <> '' or ref <> ''),
    new as (
      select c.channel, c.source, c.ref, row_number() over (order by c.channel, c.source, c.ref) as place from change c
       where (c.source <> '' or c.ref <> '')
         and not exists (select 1 from known k
                          where k.channel = c.channel and k.source = c.source and k.ref = c.ref and not k.is_rest)),
    placed as (
      select c.*, new.place is not null and new.place > room.rows as is_rest from change c cross join room
        left join new on new.channel = c.channel and new.source = c.source and new.ref = c.ref)
    insert into sales_sources as s
      (organization_id, event_id, channel, source, ref, is_rest, orders, revenue_centavos, discount_centavos, tickets_sold)
    select ${organizationId}::uuid, ${eventId}::uuid, p.channel, case when p.is_rest then '' else p.source end,
           case when p.is_rest then '' else p.ref end, p.is_rest, sum(p.orders), sum(p.revenue), sum(p.discount),
           sum(p.tickets)
      from placed p group by 3, 4, 5, 6
        on conflict (organization_id, event_id, channel, source, ref, is_rest) do update
       set orders = s.orders + excluded.orders,
           revenue_centavos = s.revenue_centavos + excluded.revenue_centavos,
           discount_centavos = s.discount_centavos + excluded.discount_centavos,
           tickets_sold = s.tickets_sold + excluded.tickets_sold`,
  );
}
