-- Where tickets of an event are scanned beside the gate: a lounge, a cloakroom, the second day. The rows stay when the
-- organizer deletes a list, because passages refer to them.
create table check_in_lists (
  organization_id uuid not null,
  id uuid not null,
  event_id uuid not null,
  name text not null,
  passes text not null,
  of_all_tiers boolean not null default true,
  created_at timestamptz not null,
  deleted_at timestamptz,
  primary key (organization_id, id),
  foreign key (organization_id, event_id) references events,
  -- Target of the keys of tiers, door links and passages, and the index of an event's lists.
  constraint check_in_lists_of_one_event unique (organization_id, event_id, id),
  constraint check_in_lists_known_passes check (passes in ('once', 're_entry', 'unlimited'))
);
comment on column check_in_lists.passes is 'how often a ticket passes: once, again after it has left, or always';
comment on column check_in_lists.of_all_tiers is
  'true: every ticket that admits; false: tickets of the tiers in check_in_list_tiers alone';
comment on column check_in_lists.deleted_at is 'since then no door scans for it; its passages stay';

-- The tiers of a list, add-ons included. When a tier is deleted, it has no tickets.
create table check_in_list_tiers (
  organization_id uuid not null,
  list_id uuid not null,
  tier_id uuid not null,
  event_id uuid not null,
  primary key (organization_id, list_id, tier_id),
  foreign key (organization_id, event_id, list_id) references check_in_lists (organization_id, event_id, id),
  foreign key (organization_id, event_id, tier_id) references ticket_tiers (organization_id, event_id, id) on delete cascade
);
create index check_in_list_tiers_of_tier on check_in_list_tiers (organization_id, event_id, tier_id);
