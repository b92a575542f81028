-- What an organizer asks buyers on the page of the checkout. The rows stay when the organizer deletes a question,
-- because answers refer to them.
create table questions (
  organization_id uuid not null,
  id uuid not null,
  event_id uuid not null,
  asked_of text not null,
  kind text not null,
  label text not null,
  help text,
  options text[] not null default '{}',
  required boolean not null default false,
  at_door boolean not null default false,
  of_all_tiers boolean not null default true,
  sort_order integer not null default 0,
  created_at timestamptz not null,
  deleted_at timestamptz,
  primary key (organization_id, id),
  foreign key (organization_id, event_id) references events,
  -- Target of the keys of answers and tiers, and the index of an event's questions.
  constraint questions_of_one_event unique (organization_id, event_id, id),
  constraint questions_known_asked_of check (asked_of in ('order', 'ticket')),
  constraint questions_known_kind check (kind in ('text', 'choice', 'checkbox', 'date')),
  constraint questions_options_of_choices check ((kind = 'choice') = (cardinality(options) > 0))
);
comment on column questions.asked_of is 'order: asked once; ticket: asked for each ticket that admits';
comment on column questions.at_door is 'the check-in shows the answers';
comment on column questions.of_all_tiers is 'false: asked for the tiers in question_tiers alone';
comment on column questions.deleted_at is 'since then it is not asked; its answers stay';

-- The tiers that a question is about. When a tier is deleted, it has no tickets.
create table question_tiers (
  organization_id uuid not null,
  question_id uuid not null,
  tier_id uuid not null,
  event_id uuid not null,
  primary key (organization_id, question_id, tier_id),
  foreign key (organization_id, event_id, question_id) references questions (organization_id, event_id, id),
  foreign key (organization_id, event_id, tier_id) references ticket_tiers (organization_id, event_id, id) on delete cascade
);
create index question_tiers_of_tier on question_tiers (organization_id, event_id, tier_id);
