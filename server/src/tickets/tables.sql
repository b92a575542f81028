-- fillfactor: a check-in updates a ticket, often together with its neighbours. With free space on the page, these
-- updates change no index.
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
  kept_centavos bigint not null default 0,
  attendee_name text,
  attendee_email text,
  attendee_changed_at timestamptz,
  passed_on smallint not null default 0,
  purchased_at timestamptz not null,
  changed_at timestamptz not null default now(),
  checked_in_at timestamptz,
  check_in_nonce text,
  undone_nonces text[],
  undone_check_ins_at timestamptz[],
  last_passage_at timestamptz,
  primary key (organization_id, id),
  foreign key (organization_id, event_id, tier_id) references ticket_tiers (organization_id, event_id, id),
  foreign key (organization_id, order_id) references orders,
  constraint tickets_one_number unique (organization_id, ticket_number),
  constraint tickets_known_status check (status in ('valid', 'used', 'refunded', 'cancelled')),
  constraint tickets_revision_fits_its_code check (revision between 1 and 65535),
  constraint tickets_kept_of_refunds check (kept_centavos = 0 or status = 'refunded' and kept_centavos between 0 and amount_centavos),
  constraint tickets_used_when_checked_in check (status <> 'used' or checked_in_at is not null),
  constraint tickets_undone_check_ins_have_times check (cardinality(undone_nonces) is not distinct from cardinality(undone_check_ins_at))
) with (fillfactor = 50);
comment on column tickets.position is
  'within the order, from 0; the seat claim of the checkout with this position is the ticket''s seat';
comment on column tickets.revision is 'codes and links of earlier revisions are void';
comment on column tickets.price_centavos is 'of the tier at purchase, or as the buyer chose, or of the tier that it moved to; before the discount';
comment on column tickets.amount_centavos is 'the price of this ticket after discount';
comment on column tickets.kept_centavos is 'the fee that the organizer kept when the buyer gave the ticket back';
comment on column tickets.attendee_name is 'name of the attendee; null: the buyer''s';
comment on column tickets.attendee_email is 'e-mail address of the attendee; null: the buyer''s';
comment on column tickets.attendee_changed_at is 'when the buyer last named another attendee; null: as bought';
comment on column tickets.passed_on is
  'how often the buyer passed the ticket on; from then on only its attendee sees the code';
-- No index: scanners read the tickets that changed since their last request, and an index would cost every check-in
-- more than it saves them.
comment on column tickets.changed_at is
  'time of the last purchase, check-in, undo, reissue, move to another place, refund or cancellation';
comment on column tickets.check_in_nonce is 'of the scan that checked the ticket in; null: it had none';
-- In the row, not in a table of its own: the row lock that lets one scan win then covers them, too.
comment on column tickets.undone_nonces is
  'of scans whose check-in was undone, newest first; a scan sent again gets its first answer, and does not reverse the undo';
comment on column tickets.undone_check_ins_at is 'the times of these check-ins, in the same order';
-- Beside changed_at, which is the time of a notification: a passage has none.
comment on column tickets.last_passage_at is
  'when a passage of the ticket was last recorded or undone; null: none was';
create index tickets_of_event on tickets (organization_id, event_id, purchased_at, ticket_number);
create index tickets_of_tier on tickets (organization_id, event_id, tier_id);
create unique index tickets_one_position on tickets (organization_id, order_id, position);
-- Search: a ticket whose attendee is not the buyer is found by the attendee's words, as an order is by the buyer's.
create index tickets_words on tickets
  using gin (order_words(organization_id, coalesce(attendee_name, ''), coalesce(attendee_email, ''), null))
  with (gin_pending_list_limit = 256) where coalesce(attendee_name, attendee_email) is not null;
alter index tickets_words alter column 1 set statistics 0;

-- Tickets that passed a check-in list, and tickets that left the gate and came again. The first admission at the gate
-- is the check-in of the ticket and no row here. A row stays when it is undone, so that the same scan, sent again, gets
-- its first answer.
create table passages (
  organization_id uuid not null,
  id uuid not null,
  ticket_id uuid not null,
  event_id uuid not null,
  list_id uuid,
  number integer not null,
  direction text not null,
  passes text not null,
  passed_at timestamptz not null,
  nonce text,
  actor_kind text not null,
  actor_id uuid not null,
  recorded_at timestamptz not null,
  undone_at timestamptz,
  primary key (organization_id, id),
  foreign key (organization_id, ticket_id) references tickets,
  foreign key (organization_id, event_id, list_id) references check_in_lists (organization_id, event_id, id),
  -- If two doors decided by the same history, one of them is refused, whatever they locked.
  constraint passages_one_after_the_other unique (organization_id, ticket_id, number),
  constraint passages_known_direction check (direction in ('in', 'out')),
  constraint passages_known_passes check (passes in ('once', 're_entry', 'unlimited')),
  constraint passages_exits_of_re_entry check (direction = 'in' or passes = 're_entry'),
  constraint passages_known_actor check (actor_kind in ('user', 'key', 'door_link'))
);
-- No foreign key to the event: it would wait for the event's lock, whose holder may in turn wait for the ticket.
comment on column passages.event_id is 'of the ticket';
comment on column passages.list_id is 'null: the gate';
comment on column passages.number is 'of the passages of the ticket at all places, from 1';
comment on column passages.passes is 'the rule that decided';
comment on column passages.passed_at is 'by the clock of the door, when it was without a network';
comment on column passages.nonce is 'of the scan, which is sent again when its answer was lost';
comment on column passages.actor_id is 'the user, the API key or the door link';
create unique index passages_one_nonce on passages (organization_id, ticket_id, nonce) where nonce is not null;
create unique index passages_one_entry on passages (organization_id, ticket_id, list_id)
  where passes = 'once' and undone_at is null;
create index passages_of_event on passages (organization_id, event_id, list_id, ticket_id);

-- Doors without a network that admitted one ticket twice: each row is an admission that the server learnt of later than
-- of another. The doors read them, so that both know.
create table check_in_conflicts (
  organization_id uuid not null,
  ticket_id uuid not null,
  nonce text not null,
  event_id uuid not null,
  list_id uuid,
  admitted_at timestamptz not null,
  first_admitted_at timestamptz not null,
  actor_kind text not null,
  actor_id uuid not null,
  recorded_at timestamptz not null,
  primary key (organization_id, ticket_id, nonce),
  foreign key (organization_id, ticket_id) references tickets,
  foreign key (organization_id, event_id, list_id) references check_in_lists (organization_id, event_id, id),
  constraint check_in_conflicts_known_actor check (actor_kind in ('user', 'key', 'door_link'))
);
-- No foreign key to the event, as for passages.
comment on column check_in_conflicts.event_id is 'of the ticket';
comment on column check_in_conflicts.nonce is 'of the scan, which is sent again when its answer was lost';
comment on column check_in_conflicts.list_id is 'null: the gate';
comment on column check_in_conflicts.admitted_at is 'when this door admitted, by its clock';
comment on column check_in_conflicts.first_admitted_at is 'the check-in or the passage that the ticket has';
comment on column check_in_conflicts.actor_id is 'the user, the API key or the door link';
create index check_in_conflicts_of_event on check_in_conflicts (organization_id, event_id, recorded_at);

-- Refunds that buyers ask for on the page of their order, where the organizer decides.
create table refund_requests (
  organization_id uuid not null,
  id uuid not null,
  order_id uuid not null,
  event_id uuid not null,
  ticket_ids uuid[] not null,
  fee_percent smallint not null,
  fee_centavos bigint not null,
  status text not null default 'pending',
  is_told boolean not null default false,
  created_at timestamptz not null,
  decided_at timestamptz,
  primary key (organization_id, id),
  foreign key (organization_id, order_id) references orders,
  foreign key (organization_id, event_id) references events,
  constraint refund_requests_known_status check (status in ('pending', 'approved', 'declined', 'closed')),
  constraint refund_requests_decided_at_a_time check ((status = 'pending') = (decided_at is null))
);
comment on column refund_requests.fee_percent is 'the fee of the event when the buyer asked, which the page showed';
comment on column refund_requests.status is 'closed: withdrawn, or its tickets were refunded, cancelled or passed on, or the buyer got another address';
comment on column refund_requests.is_told is 'it is the reason for an e-mail to owners and managers';
create unique index refund_requests_one_pending on refund_requests (organization_id, order_id) where status = 'pending';
create index refund_requests_of_order on refund_requests (organization_id, order_id);
create index refund_requests_of_event on refund_requests (organization_id, event_id, id desc);

-- Where changes of passes are sent. A row of Apple Wallet is a phone with the pass of a ticket. A row of Google Wallet
-- is a ticket whose button was pressed, or its event (no ticket_id), which Google keeps once for all tickets. The table
-- is the queue of the pushes, too. During a try push_due_at is the end of its lease, so that a push is repeated even if
-- the process dies.
create table wallet_registrations (
  organization_id uuid not null,
  id uuid not null,
  wallet text not null,
  event_id uuid not null,
  ticket_id uuid,
  revision integer,
  device_id text,
  push_token text,
  push_due_at timestamptz,
  push_tries integer not null default 0,
  primary key (organization_id, id),
  foreign key (organization_id, event_id) references events,
  foreign key (organization_id, ticket_id) references tickets,
  constraint wallet_registrations_known_wallet check (wallet in ('apple', 'google')),
  constraint wallet_registrations_code_of_ticket check ((ticket_id is null) = (revision is null)),
  constraint wallet_registrations_phone_of_apple check (
    case wallet when 'apple' then num_nulls(ticket_id, device_id, push_token) = 0
                else num_nonnulls(device_id, push_token) = 0 end),
  constraint wallet_registrations_once unique nulls not distinct (organization_id, event_id, ticket_id, revision, device_id)
);
comment on column wallet_registrations.event_id is 'of the ticket';
comment on column wallet_registrations.ticket_id is 'null: the event itself in Google Wallet';
comment on column wallet_registrations.revision is
  'of the code in the pass: a wallet with an earlier one is told that it is void, and gets no newer code';
comment on column wallet_registrations.device_id is 'made by the phone, for this server alone; nothing else knows it';
comment on column wallet_registrations.push_due_at is 'null: the wallet knows of every change';
create index wallet_registrations_of_ticket on wallet_registrations (organization_id, ticket_id);
create index wallet_registrations_due on wallet_registrations (wallet, organization_id, push_due_at)
  where push_due_at is not null;
-- A phone asks for the passes that changed with nothing but its id.
create index wallet_registrations_of_device on wallet_registrations (device_id);

create table ticket_keys (
  organization_id uuid not null references organizations,
  sealed_private_key bytea not null,
  primary key (organization_id)
);
comment on table ticket_keys is 'a private key can sign valid tickets, so no answer of the API includes it';
comment on column ticket_keys.sealed_private_key is 'Ed25519, PKCS #8 in DER, base64; sealed with SECRETS_KEY';

alter table mails add foreign key (organization_id, ticket_id) references tickets;
