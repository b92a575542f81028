create table orders (
  organization_id uuid not null,
  id uuid not null,
  order_number text collate "C" not null,
  event_id uuid not null,
  checkout_id uuid not null,
  customer_name text not null,
  customer_email text not null,
  customer_phone text,
  quantity integer not null,
  returned integer not null default 0,
  subtotal_centavos bigint not null,
  discount_centavos bigint not null,
  total_centavos bigint not null,
  refunded_centavos bigint not null default 0,
  promo_code_id uuid,
  status text not null,
  payment_method text not null,
  channel text not null default 'api',
  source text,
  medium text,
  campaign text,
  ref text,
  tickets_mailed boolean not null default true,
  attendees_mailed boolean not null default true,
  link_revision integer not null default 0,
  reference text,
  note text,
  paid_at timestamptz not null,
  created_at timestamptz not null,
  primary key (organization_id, id),
  foreign key (organization_id, event_id) references events,
  foreign key (organization_id, checkout_id) references checkouts,
  foreign key (organization_id, promo_code_id) references promo_codes,
  constraint orders_one_per_checkout unique (organization_id, checkout_id),
  constraint orders_one_number unique (organization_id, order_number),
  constraint orders_complimentary_cost_nothing check (payment_method <> 'COMP' or total_centavos = 0),
  constraint orders_known_status check (status in ('paid', 'partially_refunded', 'refunded')),
  constraint orders_known_channel check (channel in ('api', 'shop', 'box_office')),
  constraint orders_total_adds_up check (total_centavos = subtotal_centavos - discount_centavos and total_centavos >= 0),
  constraint orders_refund_within_total check (refunded_centavos >= 0 and refunded_centavos <= total_centavos),
  constraint orders_returned_within_quantity check (returned between 0 and quantity)
);
comment on column orders.order_number is
  'TK- and 8 characters; in byte order, so that its index finds beginnings';
comment on column orders.returned is 'tickets refunded or cancelled: quantity - returned are sold';
comment on column orders.link_revision is
  'how often the buyer got another e-mail address: with the revisions of the tickets, it voids earlier links to the order';
comment on column orders.reference is 'of the box office: the organizer''s own number of the payment, as on a receipt';
comment on column orders.note is 'of the box office: the organizer''s own words';
comment on column orders.tickets_mailed is
  'false: the order was imported, and the organizer wanted no e-mail with its tickets';
comment on column orders.attendees_mailed is
  'false: attendees with an address get no mail until the buyer confirms it, because the order cost nothing';
comment on column orders.source is 'with channel, medium, campaign and ref: those of the checkout';
create index orders_newest_first on orders (organization_id, paid_at desc, id desc);
create index orders_of_event on orders (organization_id, event_id, paid_at desc, id desc);
-- Refunded orders are few.
create index orders_not_paid on orders (organization_id, paid_at desc, id desc) where status <> 'paid';
create index orders_of_source on orders (organization_id, source, paid_at desc, id desc) where source is not null;
create index orders_of_ref on orders (organization_id, ref, paid_at desc, id desc) where ref is not null;
-- Sums the refunds of a time range: few orders are ever refunded.
create index orders_refunded on orders (organization_id, paid_at) where refunded_centavos > 0;

-- Tickets that moved to other places: a row for each change of an order. What it costs more was paid by hand, what it
-- costs less was given back.
create table order_changes (
  organization_id uuid not null,
  id uuid not null,
  order_id uuid not null,
  difference_centavos bigint not null,
  moves jsonb not null,
  created_at timestamptz not null,
  primary key (organization_id, id),
  foreign key (organization_id, order_id) references orders
);
comment on column order_changes.difference_centavos is 'what the order costs more since; negative: less';
comment on column order_changes.moves is
  'for each ticket its id and number, and its tier, price, amount and seat before and after, with the names of that time';
create index order_changes_of_order on order_changes (organization_id, order_id, id);

alter table payments add foreign key (organization_id, order_id) references orders;
alter table payments add foreign key (organization_id, change_id) references order_changes;
alter table refunds add foreign key (organization_id, change_id) references order_changes;
alter table mails add foreign key (organization_id, order_id) references orders;

-- Search: an order is found by the beginnings of words in the buyer's name, e-mail address and telephone number. Every
-- word is prefixed with a part of the organization's id, so that a search reads no other organization's words. See
-- decision 29. Names are cut at 500 characters of at most 4 bytes, because a word of over 2,046 bytes is an error,
-- which would fail the sale. Decomposition can make a name longer: U+1D160 becomes several characters. `return` instead
-- of a quoted body: an index is built with an empty search path, in which a quoted body finds no function.
create function plain_words(words text) returns text
  language sql immutable parallel safe
  return left(lower(translate(
    case when octet_length(words) = length(words) then words
         else regexp_replace(regexp_replace(normalize(words, nfd), '[\u0300-\u036f]', '', 'g'),
                             '[\u00a0\u2010-\u201f]', ' ', 'g') end,
    '.,;:/+-_&#*!?"''()[]<>|\' || chr(9) || chr(10) || chr(13), repeat(' ', 30))), 500);
create function order_words(organization_id uuid, name text, email text, phone text) returns tsvector
  language sql immutable parallel safe cost 1000
  return array_to_tsvector(array_remove(string_to_array(
    right(organization_id::text, 8) || replace(
      plain_words(name) || ' ' || plain_words(split_part(email, '@', 1)) || ' @' || lower(split_part(email, '@', 2))
        || coalesce(' ' || right(translate(phone, '+-()./ ', ''), 10), ''),
      ' ', ' ' || right(organization_id::text, 8)), ' '), right(organization_id::text, 8)));
create index orders_words on orders using gin (order_words(organization_id, customer_name, customer_email, customer_phone))
  with (gin_pending_list_limit = 256);
-- No statistics: the search words are computed while the query runs, so the planner could not use them.
alter index orders_words alter column 1 set statistics 0;

-- Sums over orders, kept in the transaction that changes them: per event for all time, per UTC day and per hour of
-- paid_at. A query for any range adds up whole days, the hours at its edges, and the orders of the two partial hours,
-- so that its cost does not grow with the number of orders.
create table sales_figures (
  organization_id uuid not null,
  event_id uuid not null,
  period text not null,
  starts_at timestamptz not null,
  orders integer not null default 0,
  revenue_centavos bigint not null default 0,
  discount_centavos bigint not null default 0,
  tickets integer not null default 0,
  tickets_sold integer not null default 0,
  primary key (organization_id, event_id, period, starts_at),
  foreign key (organization_id, event_id) references events,
  constraint sales_figures_known_period check (period in ('all', 'day', 'hour'))
) with (fillfactor = 70);
comment on column sales_figures.starts_at is 'the epoch when period is all';
comment on column sales_figures.tickets is 'of the orders, those that were returned too';
create index sales_figures_of_organization on sales_figures (organization_id, period, starts_at);

-- Sums over the orders of an event by channel, source and referral code, for all time. An event has MAX_SOURCES rows
-- with a source or a code at most; later ones are added up in one row for each channel.
create table sales_sources (
  organization_id uuid not null,
  event_id uuid not null,
  channel text not null,
  source text not null,
  ref text not null,
  is_rest boolean not null,
  orders integer not null default 0,
  revenue_centavos bigint not null default 0,
  discount_centavos bigint not null default 0,
  tickets_sold integer not null default 0,
  primary key (organization_id, event_id, channel, source, ref, is_rest),
  foreign key (organization_id, event_id) references events,
  constraint sales_sources_known_channel check (channel in ('api', 'shop', 'box_office')),
  constraint sales_sources_rest_has_no_names check (not is_rest or (source = '' and ref = ''))
) with (fillfactor = 70);
comment on column sales_sources.source is 'empty: the order has none; so is ref';
comment on column sales_sources.is_rest is 'orders whose source and code have no row of their own';
