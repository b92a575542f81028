CREATE OR REPLACE FUNCTION public.plain_words(words text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN "left"(lower(translate(CASE WHEN (octet_length(words) = length(words)) THEN words ELSE regexp_replace(regexp_replace(NORMALIZE(words, NFD), '[\u0300-\u036f]'::text, ''::text, 'g'::text), '[\u00a0\u2010-\u201f]'::text, ' '::text, 'g'::text) END, ((('.,;:/+-_&#*!?"''()[]<>|\'::text || chr(9)) || chr(10)) || chr(13)), repeat(' '::text, 30))), 500);

CREATE OR REPLACE FUNCTION public.order_words(organization_id uuid, name text, email text, phone text)
 RETURNS tsvector
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE COST 1000
RETURN array_to_tsvector(array_remove(string_to_array(("right"((organization_id)::text, 8) || replace((((((plain_words(name) || ' '::text) || plain_words(split_part(email, '@'::text, 1))) || ' @'::text) || lower(split_part(email, '@'::text, 2))) || COALESCE((' '::text || "right"(translate(phone, '+-()./ '::text, ''::text), 10)), ''::text)), ' '::text, (' '::text || "right"((organization_id)::text, 8)))), ' '::text), "right"((organization_id)::text, 8)));

CREATE OR REPLACE FUNCTION public.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'rows of % stay as they were written', tg_table_name;
end
$function$;

create table api_keys (
  organization_id uuid not null,
  id uuid not null,
  name text not null,
  key_hash bytea not null,
  last_four text not null,
  created_at timestamp with time zone not null,
  revoked_at timestamp with time zone,
  scopes text[] not null default '{all}'::text[],
  expires_at timestamp with time zone,
  last_used_at timestamp with time zone,
  constraint api_keys_pkey PRIMARY KEY (organization_id, id),
  constraint api_keys_one_hash UNIQUE (key_hash),
  constraint api_keys_known_scopes CHECK (((cardinality(scopes) > 0) AND (scopes <@ ARRAY['read'::text, 'sell'::text, 'door'::text, 'all'::text])))
);

create table audit_log (
  organization_id uuid not null,
  id uuid not null,
  at timestamp with time zone not null,
  actor_kind text not null,
  actor_id uuid,
  action text not null,
  subject_id text not null,
  before jsonb,
  after jsonb,
  constraint audit_log_pkey PRIMARY KEY (organization_id, id),
  constraint audit_log_actor_has_id CHECK (((actor_kind = ANY (ARRAY['user'::text, 'key'::text])) = (actor_id IS NOT NULL))),
  constraint audit_log_known_actor CHECK ((actor_kind = ANY (ARRAY['user'::text, 'key'::text, 'operator'::text, 'system'::text])))
);

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
  expires_at timestamp with time zone not null,
  created_at timestamp with time zone not null,
  promo_code_id uuid,
  section_id uuid,
  language text,
  attendees jsonb,
  promo_tries smallint not null default 0,
  constraint checkouts_pkey PRIMARY KEY (organization_id, id),
  constraint checkouts_discount_within_subtotal CHECK (((discount_centavos >= 0) AND (discount_centavos <= (unit_price_centavos * quantity)))),
  constraint checkouts_known_language CHECK ((language = ANY (ARRAY['en'::text, 'fil'::text]))),
  constraint checkouts_known_status CHECK ((status = ANY (ARRAY['open'::text, 'processing'::text, 'completed'::text, 'expired'::text, 'cancelled'::text]))),
  constraint checkouts_quantity_at_least_one CHECK ((quantity >= 1))
) with (fillfactor=50);

create table consents (
  organization_id uuid not null,
  checkout_id uuid not null,
  text text not null,
  given_at timestamp with time zone not null,
  constraint consents_pkey PRIMARY KEY (organization_id, checkout_id)
);

create table events (
  organization_id uuid not null,
  id uuid not null,
  title text not null,
  status text not null,
  sold_out_by_service boolean not null default false,
  event_type text not null,
  start_datetime timestamp with time zone not null,
  end_datetime timestamp with time zone,
  sales_end_datetime timestamp with time zone,
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
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  blocked integer not null default 0,
  max_per_order integer,
  consent_text text,
  attendee_details text not null default 'none'::text,
  constraint events_pkey PRIMARY KEY (organization_id, id),
  constraint events_coordinates_in_pairs CHECK (((latitude IS NULL) = (longitude IS NULL))),
  constraint events_known_attendee_details CHECK ((attendee_details = ANY (ARRAY['none'::text, 'optional'::text, 'required'::text]))),
  constraint events_known_status CHECK ((status = ANY (ARRAY['draft'::text, 'active'::text, 'paused'::text, 'hidden'::text, 'sold_out'::text, 'cancelled'::text, 'completed'::text]))),
  constraint events_never_oversold CHECK (((sold >= 0) AND (held >= 0) AND (blocked >= 0) AND (((sold + held) + blocked) <= capacity))),
  constraint events_orders_of_at_least_one CHECK ((max_per_order >= 1))
) with (fillfactor=70, toast_tuple_target=256);

create table idempotency_keys (
  organization_id uuid not null,
  api_key_id uuid not null,
  method text not null,
  path text not null,
  key text not null,
  request_hash bytea not null,
  response_status integer,
  response_body text,
  created_at timestamp with time zone not null,
  constraint idempotency_keys_pkey PRIMARY KEY (organization_id, api_key_id, method, path, key)
);

create table invitations (
  organization_id uuid not null,
  id uuid not null,
  email text not null,
  role text not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint invitations_pkey PRIMARY KEY (organization_id, id),
  constraint invitations_one_email UNIQUE (organization_id, email),
  constraint invitations_known_role CHECK ((role = ANY (ARRAY['owner'::text, 'manager'::text, 'door'::text, 'viewer'::text])))
);

create table mails (
  organization_id uuid not null,
  id uuid not null,
  kind text not null,
  priority smallint not null,
  recipient text not null,
  order_id uuid,
  ticket_id uuid,
  checkout_id uuid,
  details jsonb not null,
  status text not null,
  attempts integer not null default 0,
  next_attempt_at timestamp with time zone,
  failure_reason text,
  created_at timestamp with time zone not null,
  sent_at timestamp with time zone,
  constraint mails_pkey PRIMARY KEY (organization_id, id),
  constraint mails_about_one_thing CHECK (
CASE
    WHEN (kind = ANY (ARRAY['password_reset'::text, 'invitation'::text])) THEN ((order_id IS NULL) AND (checkout_id IS NULL))
    ELSE ((order_id IS NULL) <> (checkout_id IS NULL))
END),
  constraint mails_known_status CHECK ((status = ANY (ARRAY['pending'::text, 'sent'::text, 'failed'::text, 'dropped'::text]))),
  constraint mails_pending_are_due CHECK (((status = 'pending'::text) = (next_attempt_at IS NOT NULL))),
  constraint mails_sent_at_a_time CHECK (((status = 'sent'::text) = (sent_at IS NOT NULL))),
  constraint mails_ticket_of_order CHECK (((ticket_id IS NULL) OR (order_id IS NOT NULL)))
) with (fillfactor=80);

create table memberships (
  organization_id uuid not null,
  user_id uuid not null,
  role text not null,
  created_at timestamp with time zone not null,
  constraint memberships_pkey PRIMARY KEY (organization_id, user_id),
  constraint memberships_known_role CHECK ((role = ANY (ARRAY['owner'::text, 'manager'::text, 'door'::text, 'viewer'::text])))
);

create table notifications (
  organization_id uuid not null,
  id uuid not null,
  type text not null,
  body text not null,
  created_at timestamp with time zone not null,
  constraint notifications_pkey PRIMARY KEY (organization_id, id)
);

create table one_time_links (
  token_hash bytea not null,
  purpose text not null,
  user_id uuid,
  organization_id uuid,
  invitation_id uuid,
  expires_at timestamp with time zone not null,
  constraint one_time_links_pkey PRIMARY KEY (token_hash),
  constraint one_time_links_about_one_thing CHECK (
CASE purpose
    WHEN 'set_up'::text THEN ((user_id IS NULL) AND (invitation_id IS NULL))
    WHEN 'password_reset'::text THEN ((user_id IS NOT NULL) AND (invitation_id IS NULL))
    WHEN 'invitation'::text THEN ((user_id IS NULL) AND (invitation_id IS NOT NULL) AND (organization_id IS NOT NULL))
    ELSE false
END)
);

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
  paid_at timestamp with time zone not null,
  created_at timestamp with time zone not null,
  promo_code_id uuid,
  returned integer not null default 0,
  constraint orders_pkey PRIMARY KEY (organization_id, id),
  constraint orders_one_per_checkout UNIQUE (organization_id, checkout_id),
  constraint orders_known_status CHECK ((status = ANY (ARRAY['paid'::text, 'partially_refunded'::text, 'refunded'::text]))),
  constraint orders_refund_within_total CHECK (((refunded_centavos >= 0) AND (refunded_centavos <= total_centavos))),
  constraint orders_returned_within_quantity CHECK (((returned >= 0) AND (returned <= quantity))),
  constraint orders_total_adds_up CHECK (((total_centavos = (subtotal_centavos - discount_centavos)) AND (total_centavos >= 0)))
);

create table organizations (
  organization_id uuid not null,
  name text not null,
  time_zone text not null default 'Asia/Manila'::text,
  created_at timestamp with time zone not null,
  color text,
  logo_url text,
  constraint organizations_pkey PRIMARY KEY (organization_id),
  constraint organizations_known_color CHECK ((color ~ '^#[0-9a-fA-F]{6}$'::text))
);

create table payment_accounts (
  organization_id uuid not null,
  provider text not null,
  live boolean not null,
  channels text[] not null,
  sealed_secrets bytea not null,
  in_use boolean not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint payment_accounts_pkey PRIMARY KEY (organization_id, provider)
);

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
  expires_at timestamp with time zone,
  created_at timestamp with time zone not null,
  checked_at timestamp with time zone not null,
  watched_until timestamp with time zone,
  constraint payment_attempts_pkey PRIMARY KEY (organization_id, id),
  constraint payment_attempts_known_status CHECK ((status = ANY (ARRAY['started'::text, 'pending'::text, 'paid'::text, 'failed'::text, 'closed'::text])))
) with (fillfactor=50);

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
  paid_at timestamp with time zone not null,
  constraint payments_pkey PRIMARY KEY (organization_id, id),
  constraint payments_counted_once UNIQUE (organization_id, provider, provider_payment_id),
  constraint payments_one_per_order UNIQUE (organization_id, order_id)
);

create table promo_codes (
  organization_id uuid not null,
  id uuid not null,
  event_id uuid not null,
  code text not null,
  discount_type text not null,
  percent_hundredths integer,
  amount_centavos bigint,
  usage_limit integer,
  used integer not null default 0,
  held integer not null default 0,
  starts_at timestamp with time zone,
  expires_at timestamp with time zone,
  is_active boolean not null default true,
  created_at timestamp with time zone not null,
  constraint promo_codes_pkey PRIMARY KEY (organization_id, id),
  constraint promo_codes_one_per_event UNIQUE (organization_id, event_id, code),
  constraint promo_codes_known_type CHECK ((((discount_type = 'percentage'::text) AND ((percent_hundredths >= 1) AND (percent_hundredths <= 10000)) AND (amount_centavos IS NULL)) OR ((discount_type = 'fixed_amount'::text) AND (amount_centavos > 0) AND (percent_hundredths IS NULL)))),
  constraint promo_codes_within_limit CHECK (((used >= 0) AND (held >= 0) AND ((usage_limit IS NULL) OR ((used + held) <= usage_limit))))
) with (fillfactor=70);

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
  next_try_at timestamp with time zone not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint refunds_pkey PRIMARY KEY (organization_id, id),
  constraint refunds_known_status CHECK ((status = ANY (ARRAY['pending'::text, 'succeeded'::text, 'failed'::text]))),
  constraint refunds_some_money CHECK ((amount_centavos > 0))
);

create table sales_figures (
  organization_id uuid not null,
  event_id uuid not null,
  period text not null,
  starts_at timestamp with time zone not null,
  orders integer not null default 0,
  revenue_centavos bigint not null default 0,
  discount_centavos bigint not null default 0,
  tickets_sold integer not null default 0,
  constraint sales_figures_pkey PRIMARY KEY (organization_id, event_id, period, starts_at),
  constraint sales_figures_known_period CHECK ((period = ANY (ARRAY['all'::text, 'day'::text, 'hour'::text])))
) with (fillfactor=70);

create table sandbox_refunds (
  organization_id uuid not null,
  id uuid not null,
  session_id uuid not null,
  amount_centavos bigint not null,
  constraint sandbox_refunds_pkey PRIMARY KEY (organization_id, id)
);

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
  paid_at timestamp with time zone,
  expires_at timestamp with time zone not null,
  constraint sandbox_sessions_pkey PRIMARY KEY (organization_id, id),
  constraint sandbox_sessions_known_status CHECK ((status = ANY (ARRAY['open'::text, 'pending'::text, 'paid'::text, 'failed'::text, 'closed'::text])))
) with (fillfactor=50);

create table schema_migrations (
  name text not null,
  applied_at timestamp with time zone not null default now(),
  constraint schema_migrations_pkey PRIMARY KEY (name)
);

create table seat_claims (
  organization_id uuid not null,
  checkout_id uuid not null,
  "position" integer not null,
  row_id uuid,
  place integer not null,
  section_label text not null,
  row_label text not null,
  seat integer not null,
  constraint seat_claims_pkey PRIMARY KEY (organization_id, checkout_id, "position")
);

create table seating_plans (
  organization_id uuid not null,
  event_id uuid not null,
  selection_mode text not null,
  constraint seating_plans_pkey PRIMARY KEY (organization_id, event_id),
  constraint seating_plans_known_selection_mode CHECK ((selection_mode = 'best_available'::text))
);

create table seating_rows (
  organization_id uuid not null,
  id uuid not null,
  section_id uuid not null,
  event_id uuid not null,
  "position" integer not null,
  label text not null,
  tier_ids uuid[],
  counted boolean not null,
  seats integer[] not null,
  states text not null,
  constraint seating_rows_pkey PRIMARY KEY (organization_id, id),
  constraint seating_rows_one_label UNIQUE (organization_id, section_id, label),
  constraint seating_rows_one_state_per_place CHECK (((length(states) = cardinality(seats)) AND (states ~ '^[.hsb_]+$'::text)))
) with (fillfactor=60);

create table seating_sections (
  organization_id uuid not null,
  id uuid not null,
  event_id uuid not null,
  "position" integer not null,
  label text not null,
  tier_ids uuid[] not null,
  constraint seating_sections_pkey PRIMARY KEY (organization_id, id),
  constraint seating_sections_one_label UNIQUE (organization_id, event_id, label)
);

create table sessions (
  organization_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  token_hash bytea not null,
  created_at timestamp with time zone not null,
  last_seen_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint sessions_pkey PRIMARY KEY (organization_id, id),
  constraint sessions_one_token UNIQUE (token_hash)
);

create table subscription_tiers (
  organization_id uuid not null,
  id uuid not null,
  name text not null,
  description text,
  price_monthly_centavos bigint not null,
  is_active boolean not null,
  perks text[] not null,
  created_at timestamp with time zone not null,
  constraint subscription_tiers_pkey PRIMARY KEY (organization_id, id),
  constraint subscription_tiers_price_not_negative CHECK ((price_monthly_centavos >= 0))
);

create table subscriptions (
  organization_id uuid not null,
  id uuid not null,
  tier_id uuid not null,
  status text not null,
  customer_id uuid not null,
  customer_email text not null,
  customer_name text not null,
  current_period_start timestamp with time zone not null,
  current_period_end timestamp with time zone not null,
  cancelled_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint subscriptions_pkey PRIMARY KEY (organization_id, id),
  constraint subscriptions_cancelled_at_a_time CHECK (((status = 'cancelled'::text) <= (cancelled_at IS NOT NULL))),
  constraint subscriptions_known_status CHECK ((status = ANY (ARRAY['active'::text, 'grace_period'::text, 'past_due'::text, 'cancelled'::text, 'expired'::text]))),
  constraint subscriptions_period_forward CHECK ((current_period_start < current_period_end))
);

create table throttles (
  subject bytea not null,
  full_at timestamp with time zone not null,
  known_until timestamp with time zone,
  constraint throttles_pkey PRIMARY KEY (subject)
) with (fillfactor=80);

create table ticket_keys (
  organization_id uuid not null,
  private_key bytea not null,
  constraint ticket_keys_pkey PRIMARY KEY (organization_id)
);

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
  sales_start_datetime timestamp with time zone,
  sales_end_datetime timestamp with time zone,
  created_at timestamp with time zone not null,
  blocked integer not null default 0,
  constraint ticket_tiers_pkey PRIMARY KEY (organization_id, id),
  constraint ticket_tiers_never_oversold CHECK (((sold >= 0) AND (held >= 0) AND (blocked >= 0) AND (((sold + held) + blocked) <= quantity_total))),
  constraint ticket_tiers_price_not_negative CHECK ((price_centavos >= 0))
) with (fillfactor=50);

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
  purchased_at timestamp with time zone not null,
  checked_in_at timestamp with time zone,
  check_in_nonce text,
  revision integer not null default 1,
  changed_at timestamp with time zone not null default now(),
  attendee_name text,
  attendee_email text,
  "position" integer not null,
  undone_check_in_at timestamp with time zone,
  constraint tickets_pkey PRIMARY KEY (organization_id, id),
  constraint tickets_one_number UNIQUE (organization_id, ticket_number),
  constraint tickets_known_status CHECK ((status = ANY (ARRAY['valid'::text, 'used'::text, 'refunded'::text, 'cancelled'::text]))),
  constraint tickets_revision_fits_its_code CHECK (((revision >= 1) AND (revision <= 65535))),
  constraint tickets_used_when_checked_in CHECK (((status <> 'used'::text) OR (checked_in_at IS NOT NULL)))
) with (fillfactor=50);

create table users (
  id uuid not null,
  email text not null,
  name text not null,
  language text not null default 'en'::text,
  password_hash text not null,
  totp_secret bytea,
  totp_sealed boolean not null default false,
  totp_enabled boolean not null default false,
  totp_last_step bigint,
  created_at timestamp with time zone not null,
  constraint users_pkey PRIMARY KEY (id),
  constraint users_one_email UNIQUE (email),
  constraint users_known_language CHECK ((language = ANY (ARRAY['en'::text, 'fil'::text]))),
  constraint users_totp_has_secret CHECK (((NOT totp_enabled) OR (totp_secret IS NOT NULL)))
);

create table webhook_attempts (
  organization_id uuid not null,
  delivery_id uuid not null,
  attempt integer not null,
  at timestamp with time zone not null,
  duration_ms integer not null,
  response_status integer,
  error text,
  response_start text,
  constraint webhook_attempts_pkey PRIMARY KEY (organization_id, delivery_id, attempt)
);

create table webhook_deliveries (
  organization_id uuid not null,
  id uuid not null,
  webhook_id uuid not null,
  notification_id uuid not null,
  status text not null,
  attempts integer not null default 0,
  response_status integer,
  last_attempt_at timestamp with time zone,
  next_attempt_at timestamp with time zone,
  created_at timestamp with time zone not null,
  constraint webhook_deliveries_pkey PRIMARY KEY (organization_id, id),
  constraint webhook_deliveries_known_status CHECK ((status = ANY (ARRAY['pending'::text, 'succeeded'::text, 'failed'::text]))),
  constraint webhook_deliveries_pending_are_due CHECK (((status = 'pending'::text) = (next_attempt_at IS NOT NULL)))
) with (fillfactor=80);

create table webhooks (
  organization_id uuid not null,
  id uuid not null,
  url text not null,
  events text[] not null,
  secret text not null,
  previous_secret text,
  previous_secret_until timestamp with time zone,
  is_active boolean not null default true,
  disabled_reason text,
  failing_since timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint webhooks_pkey PRIMARY KEY (organization_id, id),
  constraint webhooks_disabled_are_inactive CHECK (((disabled_reason IS NULL) OR (NOT is_active))),
  constraint webhooks_previous_secret_ends CHECK (((previous_secret IS NULL) = (previous_secret_until IS NULL))),
  constraint webhooks_some_events CHECK ((cardinality(events) > 0))
) with (fillfactor=80);

CREATE INDEX audit_log_of_subject ON public.audit_log USING btree (organization_id, subject_id, id);

CREATE INDEX checkouts_of_section ON public.checkouts USING btree (organization_id, section_id) WHERE (section_id IS NOT NULL);

CREATE INDEX checkouts_overdue ON public.checkouts USING btree (expires_at) WHERE (status = ANY (ARRAY['open'::text, 'processing'::text]));

CREATE INDEX events_by_start ON public.events USING btree (organization_id, status, start_datetime, id);

CREATE INDEX idempotency_keys_by_age ON public.idempotency_keys USING btree (created_at);

CREATE INDEX mails_due ON public.mails USING btree (organization_id, priority, next_attempt_at) WHERE (status = 'pending'::text);

CREATE INDEX mails_failed ON public.mails USING btree (organization_id, created_at) WHERE (status = 'failed'::text);

CREATE INDEX mails_of_order ON public.mails USING btree (organization_id, order_id, created_at) WHERE (order_id IS NOT NULL);

CREATE UNIQUE INDEX mails_one_change_waiting ON public.mails USING btree (organization_id, order_id, recipient) WHERE ((kind = 'event_changed'::text) AND (status = 'pending'::text) AND (attempts = 0));

CREATE INDEX memberships_of_user ON public.memberships USING btree (user_id, created_at);

CREATE INDEX one_time_links_of_invitation ON public.one_time_links USING btree (organization_id, invitation_id) WHERE (invitation_id IS NOT NULL);

CREATE INDEX one_time_links_of_user ON public.one_time_links USING btree (user_id) WHERE (user_id IS NOT NULL);

CREATE INDEX orders_newest_first ON public.orders USING btree (organization_id, paid_at DESC, id DESC);

CREATE INDEX orders_of_event ON public.orders USING btree (organization_id, event_id, paid_at DESC, id DESC);

CREATE INDEX orders_refunded ON public.orders USING btree (organization_id, paid_at) WHERE (refunded_centavos > 0);

CREATE INDEX orders_words ON public.orders USING gin (order_words(organization_id, customer_name, customer_email, customer_phone)) WITH (gin_pending_list_limit='256');

CREATE UNIQUE INDEX payment_accounts_one_in_use ON public.payment_accounts USING btree (organization_id) WHERE in_use;

CREATE INDEX payment_attempts_of_checkout ON public.payment_attempts USING btree (organization_id, checkout_id);

CREATE INDEX payment_attempts_to_follow ON public.payment_attempts USING btree (checked_at) WHERE ((status = ANY (ARRAY['started'::text, 'pending'::text])) OR (watched_until IS NOT NULL));

CREATE INDEX payments_of_checkout ON public.payments USING btree (organization_id, checkout_id);

CREATE INDEX refunds_due ON public.refunds USING btree (next_try_at) WHERE (status = 'pending'::text);

CREATE INDEX refunds_failed ON public.refunds USING btree (organization_id, updated_at) WHERE (status = 'failed'::text);

CREATE INDEX refunds_of_payment ON public.refunds USING btree (organization_id, payment_id);

CREATE INDEX sales_figures_of_organization ON public.sales_figures USING btree (organization_id, period, starts_at);

CREATE INDEX sandbox_refunds_of_session ON public.sandbox_refunds USING btree (organization_id, session_id);

CREATE UNIQUE INDEX seat_claims_one_live ON public.seat_claims USING btree (organization_id, row_id, place) WHERE (row_id IS NOT NULL);

CREATE INDEX seating_rows_of_event ON public.seating_rows USING btree (organization_id, event_id);

CREATE INDEX sessions_by_end ON public.sessions USING btree (expires_at);

CREATE INDEX sessions_of_user ON public.sessions USING btree (user_id);

CREATE INDEX subscription_tiers_cheapest_first ON public.subscription_tiers USING btree (organization_id, price_monthly_centavos, id);

CREATE INDEX subscriptions_lapsing ON public.subscriptions USING btree (current_period_end) WHERE (status = ANY (ARRAY['active'::text, 'grace_period'::text, 'past_due'::text]));

CREATE INDEX subscriptions_newest_first ON public.subscriptions USING btree (organization_id, created_at DESC, id DESC);

CREATE INDEX throttles_by_age ON public.throttles USING btree (full_at);

CREATE INDEX ticket_tiers_of_event ON public.ticket_tiers USING btree (organization_id, event_id, sort_order, id);

CREATE INDEX tickets_of_event ON public.tickets USING btree (organization_id, event_id, purchased_at, ticket_number);

CREATE UNIQUE INDEX tickets_one_position ON public.tickets USING btree (organization_id, order_id, "position");

CREATE INDEX webhook_deliveries_of_webhook ON public.webhook_deliveries USING btree (organization_id, webhook_id, created_at DESC, id DESC);

CREATE INDEX webhook_deliveries_pending ON public.webhook_deliveries USING btree (organization_id, webhook_id, next_attempt_at) WHERE (status = 'pending'::text);

alter table api_keys add constraint api_keys_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id);

alter table checkouts add constraint checkouts_organization_id_section_id_fkey FOREIGN KEY (organization_id, section_id) REFERENCES seating_sections(organization_id, id) ON DELETE SET NULL (section_id);

alter table consents add constraint consents_organization_id_checkout_id_fkey FOREIGN KEY (organization_id, checkout_id) REFERENCES checkouts(organization_id, id);

alter table events add constraint events_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id);

alter table idempotency_keys add constraint idempotency_keys_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id);

alter table invitations add constraint invitations_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id);

alter table mails add constraint mails_organization_id_checkout_id_fkey FOREIGN KEY (organization_id, checkout_id) REFERENCES checkouts(organization_id, id);

alter table mails add constraint mails_organization_id_order_id_fkey FOREIGN KEY (organization_id, order_id) REFERENCES orders(organization_id, id);

alter table mails add constraint mails_organization_id_ticket_id_fkey FOREIGN KEY (organization_id, ticket_id) REFERENCES tickets(organization_id, id);

alter table memberships add constraint memberships_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id);

alter table memberships add constraint memberships_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);

alter table one_time_links add constraint one_time_links_organization_id_invitation_id_fkey FOREIGN KEY (organization_id, invitation_id) REFERENCES invitations(organization_id, id) ON DELETE CASCADE;

alter table one_time_links add constraint one_time_links_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;

alter table orders add constraint orders_organization_id_checkout_id_fkey FOREIGN KEY (organization_id, checkout_id) REFERENCES checkouts(organization_id, id);

alter table orders add constraint orders_organization_id_promo_code_id_fkey FOREIGN KEY (organization_id, promo_code_id) REFERENCES promo_codes(organization_id, id);

alter table payment_accounts add constraint payment_accounts_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id);

alter table payment_attempts add constraint payment_attempts_organization_id_checkout_id_fkey FOREIGN KEY (organization_id, checkout_id) REFERENCES checkouts(organization_id, id);

alter table payments add constraint payments_organization_id_attempt_id_fkey FOREIGN KEY (organization_id, attempt_id) REFERENCES payment_attempts(organization_id, id);

alter table payments add constraint payments_organization_id_order_id_fkey FOREIGN KEY (organization_id, order_id) REFERENCES orders(organization_id, id) DEFERRABLE INITIALLY DEFERRED;

alter table promo_codes add constraint promo_codes_organization_id_event_id_fkey FOREIGN KEY (organization_id, event_id) REFERENCES events(organization_id, id);

alter table refunds add constraint refunds_organization_id_payment_id_fkey FOREIGN KEY (organization_id, payment_id) REFERENCES payments(organization_id, id);

alter table sales_figures add constraint sales_figures_organization_id_event_id_fkey FOREIGN KEY (organization_id, event_id) REFERENCES events(organization_id, id);

alter table sandbox_refunds add constraint sandbox_refunds_organization_id_session_id_fkey FOREIGN KEY (organization_id, session_id) REFERENCES sandbox_sessions(organization_id, id);

alter table seat_claims add constraint seat_claims_organization_id_row_id_fkey FOREIGN KEY (organization_id, row_id) REFERENCES seating_rows(organization_id, id);

alter table seating_plans add constraint seating_plans_organization_id_event_id_fkey FOREIGN KEY (organization_id, event_id) REFERENCES events(organization_id, id);

alter table seating_rows add constraint seating_rows_organization_id_section_id_fkey FOREIGN KEY (organization_id, section_id) REFERENCES seating_sections(organization_id, id);

alter table seating_sections add constraint seating_sections_organization_id_event_id_fkey FOREIGN KEY (organization_id, event_id) REFERENCES seating_plans(organization_id, event_id);

alter table sessions add constraint sessions_organization_id_user_id_fkey FOREIGN KEY (organization_id, user_id) REFERENCES memberships(organization_id, user_id) ON DELETE CASCADE;

alter table subscription_tiers add constraint subscription_tiers_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id);

alter table subscriptions add constraint subscriptions_organization_id_tier_id_fkey FOREIGN KEY (organization_id, tier_id) REFERENCES subscription_tiers(organization_id, id);

alter table ticket_keys add constraint ticket_keys_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id);

alter table ticket_tiers add constraint ticket_tiers_organization_id_event_id_fkey FOREIGN KEY (organization_id, event_id) REFERENCES events(organization_id, id);

alter table tickets add constraint tickets_organization_id_order_id_fkey FOREIGN KEY (organization_id, order_id) REFERENCES orders(organization_id, id);

alter table webhook_attempts add constraint webhook_attempts_organization_id_delivery_id_fkey FOREIGN KEY (organization_id, delivery_id) REFERENCES webhook_deliveries(organization_id, id) ON DELETE CASCADE;

alter table webhook_deliveries add constraint webhook_deliveries_organization_id_notification_id_fkey FOREIGN KEY (organization_id, notification_id) REFERENCES notifications(organization_id, id);

alter table webhook_deliveries add constraint webhook_deliveries_organization_id_webhook_id_fkey FOREIGN KEY (organization_id, webhook_id) REFERENCES webhooks(organization_id, id) ON DELETE CASCADE;

alter table webhooks add constraint webhooks_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id);

CREATE TRIGGER audit_log_stays BEFORE DELETE OR UPDATE ON public.audit_log FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

comment on column api_keys.last_used_at is 'to the minute';

comment on column audit_log.id is 'UUIDv7 of the time: its order is the order of the log';

comment on column audit_log.subject_id is 'what was changed: its id, or the name of a payment provider';

comment on column audit_log.before is 'only what changed; null: it was made';

comment on column audit_log.after is 'only what changed; null: it is gone';

comment on column checkouts.payment_started is 'a payment attempt is under way: time alone does not end the hold';

comment on column checkouts.section_id is 'null: general admission, or the section left the plan after the hold ended';

comment on column checkouts.language is 'in which its buyer pays and is written to; null: not known yet';

comment on column checkouts.attendees is 'who comes, in the order of the tickets: [{name, email}], each may be null; the tickets beyond it are the buyer''s';

comment on column checkouts.promo_tries is 'promo codes entered on the page, right ones too';

comment on table consents is 'what a buyer agreed to before paying, word for word';

comment on column events.sales_end_datetime is 'null: one hour before start_datetime, and moving with it';

comment on column events.coordinates_given is 'sent by the organizer: geocoding leaves them alone';

comment on column events.max_per_order is 'most tickets of one order; null: no limit';

comment on column events.consent_text is 'what buyers agree to before they pay; null: nothing';

comment on column events.attendee_details is 'whether the hosted page asks who comes with each ticket';

comment on column idempotency_keys.api_key_id is 'or the user of a session';

comment on column idempotency_keys.key is 'SHA-256 of the Idempotency-Key, base64url';

comment on column idempotency_keys.response_body is 'sealed with a key made of the Idempotency-Key, base64';

comment on column mails.priority is '0: somebody waits for it; 1: to everybody of an event, sent when nobody waits';

comment on column mails.ticket_id is 'about this ticket alone; null: about the order';

comment on column mails.checkout_id is 'instead of an order: money that bought nothing';

comment on column mails.details is 'what the rows no longer say when it is written: amounts, what was before';

comment on column mails.failure_reason is 'why the last try failed, or why it was dropped';

comment on column one_time_links.token_hash is 'SHA-256: the token itself is in the mail, or was printed, and nowhere else';

comment on column orders.returned is 'tickets refunded or cancelled: quantity - returned are sold';

comment on column organizations.color is 'of buttons and ribbons; null: ours';

comment on column payment_accounts.live is 'real money; otherwise the provider''s test mode';

comment on column payment_accounts.channels is 'ways to pay that the provider lets this account use, in its own words';

comment on column payment_accounts.in_use is 'new payments go here; the others are for refunds and payments under way';

comment on column payment_attempts.watched_until is 'the provider may still take money until then, whatever was closed; null: an end is an end';

comment on column sales_figures.starts_at is 'for period all: the epoch';

comment on column seat_claims.row_id is 'null: the hold ended or the ticket was returned';

comment on column seat_claims.place is 'from 0, in physical order, aisles counted';

comment on column seating_rows."position" is 'best row first';

comment on column seating_rows.tier_ids is 'null: those of the section';

comment on column seating_rows.counted is 'the plan gave a number of seats, not a list';

comment on column seating_rows.seats is 'printed numbers in physical order, 0 for an aisle';

comment on column seating_rows.states is 'a character per place: . free, h held, s sold, b blocked, _ aisle';

comment on column sessions.token_hash is 'SHA-256 of what the cookie says';

comment on column sessions.last_seen_at is 'to the minute';

comment on table ticket_keys is 'who reads a private key can make tickets: no answer shows it';

comment on column ticket_keys.private_key is 'Ed25519, PKCS #8 in DER';

comment on column tickets.price_centavos is 'the tier''s price when it was bought';

comment on column tickets.amount_centavos is 'what this ticket cost after discount';

comment on column tickets.revision is 'a code and a link of an older one are void';

comment on column tickets.changed_at is 'when it was bought, admitted, taken back, replaced, refunded or cancelled last';

comment on column tickets.attendee_name is 'who comes with it; null: the buyer';

comment on column tickets.attendee_email is 'of who comes with it; null: the buyer''s';

comment on column tickets."position" is 'within the order, from 0; of its checkout’s claims the one with this position is the ticket’s seat';

comment on column users.email is 'as log-ins compare it: trimmed, in lower case';

comment on column users.password_hash is 'argon2id with its settings and its salt, as PHC string';

comment on column users.totp_sealed is 'whether SECRETS_KEY seals the secret; without that key it is stored as it is';

comment on column users.totp_enabled is 'false: the secret was shown and no code of it has come back yet';

comment on column users.totp_last_step is 'of the code that was accepted last: no code is good twice';

comment on column webhook_attempts.error is 'why it failed without a full answer; null when the answer says it';

comment on column webhook_attempts.response_start is 'the first 1 KB of the answer';

comment on column webhooks.disabled_reason is 'why the service switched it off; null when the organizer did';

comment on column webhooks.failing_since is 'first failure after the last success';
