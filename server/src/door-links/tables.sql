-- Links that log a phone in at the door of one event, without an account. Read with every request of such a phone: the
-- secret names its organization, so the look-up begins with it.
create table door_links (
  organization_id uuid not null,
  id uuid not null,
  event_id uuid not null,
  list_id uuid,
  name text not null,
  secret_hash bytea not null,
  created_at timestamptz not null,
  ends_at timestamptz not null,
  revoked_at timestamptz,
  last_used_at timestamptz,
  primary key (organization_id, id),
  foreign key (organization_id, event_id) references events,
  foreign key (organization_id, event_id, list_id) references check_in_lists (organization_id, event_id, id),
  constraint door_links_one_secret unique (organization_id, secret_hash)
);
comment on column door_links.name is 'of the door: check-ins are shown with it';
comment on column door_links.list_id is 'the link checks in at this list alone, and ends with it; null: everywhere';
comment on column door_links.last_used_at is 'to the minute';
create index door_links_of_event on door_links (organization_id, event_id, id desc);
