-- fillfactor: a ticket is written again at the door, together with those beside it. With room for both on its page that
-- touches no index.
create table tickets (
  organization_id uuid not null,
  id uuid not null,
  event_id uuid not null,
  tier_id uuid not null,
  order_id uuid not null,
  position integer not null,
  ticket_number text not null,
  status text not null,
  revision integer not null default 1,
  price_centavos bigint not null,
  amount_centavos bigint not null,
  attendee_name text,
  attendee_email text,
  purchased_at timestamptz not null,
  changed_at timestamptz not null default now(),
  checked_in_at timestamptz,
  check_in_nonce text,
  undone_check_in_at timestamptz,
  primary key (organization_id, id),
  foreign key (organization_id, event_id, tier_id) references ticket_tiers (organization_id, event_id, id),
  foreign key (organization_id, order_id) references orders,
  constraint tickets_one_number unique (organization_id, ticket_number),
  constraint tickets_known_status check (status in ('valid', 'used', 'refunded', 'cancelled')),
  constraint tickets_revision_fits_its_code check (revision between 1 and 65535),
  constraint tickets_used_when_checked_in check (status <> 'used' or checked_in_at is not null)
) with (fillfactor = 50);
comment on column tickets.position is
  'within the order, from 0; the claim of its checkout with this position is the ticket''s seat';
comment on column tickets.revision is 'codes and links of earlier revisions are void';
comment on column tickets.price_centavos is 'the tier''s price when it was bought';
comment on column tickets.amount_centavos is 'what this ticket cost after discount';
comment on column tickets.attendee_name is 'who comes with it; null: the buyer';
comment on column tickets.attendee_email is 'address of who comes with it; null: the buyer''s';
-- No index: doors ask for what changed since they asked last, and it would cost every check-in more than it saves a door.
comment on column tickets.changed_at is
  'when it was last bought, admitted, taken back, replaced, refunded or cancelled';
comment on column tickets.undone_check_in_at is
  'when the scan of check_in_nonce used it, if that was undone: the same scan, sent again, gets its first answer';
create index tickets_of_event on tickets (organization_id, event_id, purchased_at, ticket_number);
create index tickets_of_tier on tickets (organization_id, event_id, tier_id);
create unique index tickets_one_position on tickets (organization_id, order_id, position);

create table ticket_keys (
  organization_id uuid not null references organizations,
  private_key bytea not null,
  primary key (organization_id)
);
comment on table ticket_keys is 'who reads a private key can make tickets: no answer shows it';
comment on column ticket_keys.private_key is 'Ed25519, PKCS #8 in DER';

alter table mails add foreign key (organization_id, ticket_id) references tickets;
