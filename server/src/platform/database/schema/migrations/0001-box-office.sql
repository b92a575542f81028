-- The box office: organizations and their keys, events and tiers, checkouts, payments, orders, tickets.
-- Every key starts with organization_id: a reference across organizations cannot be stored, and the same
-- key spreads the tables over a cluster when one machine is not enough. Money is integer centavos.

create table organizations (
  organization_id uuid primary key,
  name text not null,
  time_zone text not null default 'Asia/Manila',
  created_at timestamptz not null
);

-- Small and read on every request: a reference table on a cluster, so that one hash finds its organization.
create table api_keys (
  organization_id uuid not null references organizations,
  id uuid not null,
  name text not null,
  key_hash bytea not null,
  last_four text not null,
  created_at timestamptz not null,
  revoked_at timestamptz,
  primary key (organization_id, id),
  constraint api_keys_one_hash unique (key_hash)
);

-- The row a sale updates: sold and held are columns without an index, so that the update stays within its page
-- (fillfactor), and long texts live outside the row (toast_tuple_target), so that it copies little.
create table events (
  organization_id uuid not null references organizations,
  id uuid not null,
  title text not null,
  status text not null,
  sold_out_by_service boolean not null default false,
  event_type text not null,
  start_datetime timestamptz not null,
  end_datetime timestamptz,
  sales_end_datetime timestamptz,
  capacity integer not null,
  sold integer not null default 0,
  held integer not null default 0,
  seated boolean not null default false,
  venue_name text,
  address text,
  city text,
  latitude double precision,
  longitude double precision,
  coordinates_given boolean not null default false,
  cover_image_url text,
  description text,
  description_html text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id),
  constraint events_known_status
    check (status in ('draft', 'active', 'paused', 'hidden', 'sold_out', 'cancelled', 'completed')),
  constraint events_never_oversold check (sold >= 0 and held >= 0 and sold + held <= capacity),
  constraint events_coordinates_in_pairs check ((latitude is null) = (longitude is null))
) with (fillfactor = 70, toast_tuple_target = 256);
comment on column events.sales_end_datetime is 'null: one hour before start_datetime, and moving with it';
comment on column events.coordinates_given is 'sent by the organizer: geocoding leaves them alone';
create index events_by_start on events (organization_id, status, start_datetime, id);

create table ticket_tiers (
  organization_id uuid not null,
  id uuid not null,
  event_id uuid not null,
  name text not null,
  price_centavos bigint not null,
  quantity_total integer not null,
  sold integer not null default 0,
  held integer not null default 0,
  is_active boolean not null default true,
  sort_order integer not null default 0,
  sales_start_datetime timestamptz,
  sales_end_datetime timestamptz,
  created_at timestamptz not null,
  primary key (organization_id, id),
  foreign key (organization_id, event_id) references events,
  constraint ticket_tiers_price_not_negative check (price_centavos >= 0),
  constraint ticket_tiers_never_oversold check (sold >= 0 and held >= 0 and sold + held <= quantity_total)
) with (fillfactor = 50);
create index ticket_tiers_of_event on ticket_tiers (organization_id, event_id, sort_order, id);

-- A checkout holds its places while it is open or processing. events.held and ticket_tiers.held count exactly those.
create table checkouts (
  organization_id uuid not null,
  id uuid not null,
  event_id uuid not null,
  tier_id uuid not null,
  quantity integer not null,
  unit_price_centavos bigint not null,
  discount_centavos bigint not null default 0,
  customer_name text not null,
  customer_email text not null,
  customer_phone text,
  success_url text not null,
  cancel_url text,
  status text not null,
  payment_started boolean not null default false,
  failure_reason text,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  primary key (organization_id, id),
  foreign key (organization_id, event_id) references events,
  foreign key (organization_id, tier_id) references ticket_tiers,
  constraint checkouts_known_status check (status in ('open', 'processing', 'completed', 'expired', 'cancelled')),
  constraint checkouts_quantity_at_least_one check (quantity >= 1),
  constraint checkouts_discount_within_subtotal
    check (discount_centavos >= 0 and discount_centavos <= unit_price_centavos * quantity)
) with (fillfactor = 80);
comment on column checkouts.payment_started is 'a payment attempt is under way: time alone does not end the hold';
create index checkouts_holding on checkouts (organization_id, event_id, expires_at)
  where status in ('open', 'processing');
create index checkouts_overdue on checkouts (expires_at) where status in ('open', 'processing');

-- One press of Pay: a session at the payment provider.
create table payment_attempts (
  organization_id uuid not null,
  id uuid not null,
  checkout_id uuid not null,
  provider text not null,
  provider_session_id text,
  provider_url text,
  method text not null,
  amount_centavos bigint not null,
  status text not null,
  failure_reason text,
  expires_at timestamptz,
  created_at timestamptz not null,
  checked_at timestamptz not null,
  primary key (organization_id, id),
  foreign key (organization_id, checkout_id) references checkouts,
  constraint payment_attempts_known_status check (status in ('started', 'pending', 'paid', 'failed', 'closed'))
);
create index payment_attempts_of_checkout on payment_attempts (organization_id, checkout_id);
create index payment_attempts_under_way on payment_attempts (checked_at) where status in ('started', 'pending');

create table orders (
  organization_id uuid not null,
  id uuid not null,
  event_id uuid not null,
  checkout_id uuid not null,
  customer_name text not null,
  customer_email text not null,
  customer_phone text,
  quantity integer not null,
  subtotal_centavos bigint not null,
  discount_centavos bigint not null,
  total_centavos bigint not null,
  refunded_centavos bigint not null default 0,
  status text not null,
  payment_method text not null,
  paid_at timestamptz not null,
  created_at timestamptz not null,
  primary key (organization_id, id),
  foreign key (organization_id, event_id) references events,
  foreign key (organization_id, checkout_id) references checkouts,
  constraint orders_one_per_checkout unique (organization_id, checkout_id),
  constraint orders_known_status check (status in ('paid', 'partially_refunded', 'refunded')),
  constraint orders_total_adds_up check (total_centavos = subtotal_centavos - discount_centavos and total_centavos >= 0),
  constraint orders_refund_within_total check (refunded_centavos >= 0 and refunded_centavos <= total_centavos)
);
create index orders_newest_first on orders (organization_id, paid_at desc, id desc);
create index orders_of_event on orders (organization_id, event_id, paid_at desc, id desc);

-- Money that really moved. A payment without an order was late or double: it has a refund.
create table payments (
  organization_id uuid not null,
  id uuid not null,
  checkout_id uuid not null,
  attempt_id uuid not null,
  order_id uuid,
  provider text not null,
  provider_payment_id text not null,
  method text not null,
  amount_centavos bigint not null,
  paid_at timestamptz not null,
  primary key (organization_id, id),
  foreign key (organization_id, checkout_id) references checkouts,
  foreign key (organization_id, attempt_id) references payment_attempts,
  -- The payment is counted first, so that a second telling of it makes no second order.
  foreign key (organization_id, order_id) references orders deferrable initially deferred,
  constraint payments_counted_once unique (organization_id, provider, provider_payment_id),
  constraint payments_one_per_order unique (organization_id, order_id)
);
create index payments_of_checkout on payments (organization_id, checkout_id);

create table refunds (
  organization_id uuid not null,
  id uuid not null,
  payment_id uuid not null,
  amount_centavos bigint not null,
  reason text not null,
  status text not null,
  provider_refund_id text,
  failure_reason text,
  tries integer not null default 0,
  next_try_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id),
  foreign key (organization_id, payment_id) references payments,
  constraint refunds_known_status check (status in ('pending', 'succeeded', 'failed')),
  constraint refunds_some_money check (amount_centavos > 0)
);
create index refunds_of_payment on refunds (organization_id, payment_id);
create index refunds_due on refunds (next_try_at) where status = 'pending';

create table tickets (
  organization_id uuid not null,
  id uuid not null,
  event_id uuid not null,
  tier_id uuid not null,
  order_id uuid not null,
  ticket_number text not null,
  status text not null,
  price_centavos bigint not null,
  amount_centavos bigint not null,
  purchased_at timestamptz not null,
  checked_in_at timestamptz,
  check_in_nonce text,
  primary key (organization_id, id),
  foreign key (organization_id, event_id) references events,
  foreign key (organization_id, tier_id) references ticket_tiers,
  foreign key (organization_id, order_id) references orders,
  constraint tickets_one_number unique (organization_id, ticket_number),
  constraint tickets_known_status check (status in ('valid', 'used', 'refunded', 'cancelled')),
  constraint tickets_used_when_checked_in check (status <> 'used' or checked_in_at is not null)
) with (fillfactor = 80);
comment on column tickets.price_centavos is 'the tier''s price when it was bought';
comment on column tickets.amount_centavos is 'what this ticket cost after discount';
create index tickets_of_event on tickets (organization_id, event_id, purchased_at, ticket_number);
create index tickets_of_order on tickets (organization_id, order_id);

-- What organizers' programs are told. The body is written once, in the transaction that made it true.
create table notifications (
  organization_id uuid not null references organizations,
  id uuid not null,
  type text not null,
  body text not null,
  created_at timestamptz not null,
  primary key (organization_id, id)
);

-- First answers of POST requests that carried an Idempotency-Key. status is null while the first one runs.
create table idempotency_keys (
  organization_id uuid not null references organizations,
  api_key_id uuid not null,
  method text not null,
  path text not null,
  key text not null,
  request_hash bytea not null,
  response_status integer,
  response_body text,
  created_at timestamptz not null,
  primary key (organization_id, api_key_id, method, path, key)
);
create index idempotency_keys_by_age on idempotency_keys (created_at);

-- The sandbox provider's own books: what a real provider would keep on its side.
create table sandbox_sessions (
  organization_id uuid not null,
  id uuid not null,
  attempt_id uuid not null,
  method text not null,
  amount_centavos bigint not null,
  description text not null,
  return_url text not null,
  success_url text not null,
  status text not null,
  failure_reason text,
  paid_at timestamptz,
  expires_at timestamptz not null,
  primary key (organization_id, id),
  constraint sandbox_sessions_known_status check (status in ('open', 'pending', 'paid', 'failed', 'closed'))
);

create table sandbox_refunds (
  organization_id uuid not null,
  id uuid not null,
  session_id uuid not null,
  amount_centavos bigint not null,
  primary key (organization_id, id),
  foreign key (organization_id, session_id) references sandbox_sessions
);
create index sandbox_refunds_of_session on sandbox_refunds (organization_id, session_id);
