-- Sums over orders, kept in the transaction that changes them: per event for all time, per UTC day and per hour of
-- paid_at. A question about any range is answered from whole days, the hours at its edges, and the orders of the two
-- broken hours, so that its cost does not grow with the number of orders.

alter table orders add column returned integer not null default 0;
comment on column orders.returned is 'tickets refunded or cancelled: quantity - returned are sold';
update orders o set returned = (
  select count(*) from tickets t
   where t.organization_id = o.organization_id and t.order_id = o.id and t.status in ('refunded', 'cancelled'));
alter table orders add constraint orders_returned_within_quantity check (returned between 0 and quantity);

create table sales_figures (
  organization_id uuid not null,
  event_id uuid not null,
  period text not null,
  starts_at timestamptz not null,
  orders integer not null default 0,
  revenue_centavos bigint not null default 0,
  discount_centavos bigint not null default 0,
  tickets_sold integer not null default 0,
  primary key (organization_id, event_id, period, starts_at),
  foreign key (organization_id, event_id) references events,
  constraint sales_figures_known_period check (period in ('all', 'day', 'hour'))
) with (fillfactor = 70);
comment on column sales_figures.starts_at is 'for period all: the epoch';
create index sales_figures_of_organization on sales_figures (organization_id, period, starts_at);

insert into sales_figures
  (organization_id, event_id, period, starts_at, orders, revenue_centavos, discount_centavos, tickets_sold)
select o.organization_id, o.event_id, p.period,
       case p.period when 'all' then 'epoch' else date_trunc(p.period, o.paid_at, 'UTC') end,
       count(*), sum(o.total_centavos - o.refunded_centavos), sum(o.discount_centavos), sum(o.quantity - o.returned)
  from orders o cross join (values ('all'), ('day'), ('hour')) as p (period)
 group by 1, 2, 3, 4;
