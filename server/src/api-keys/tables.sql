-- Small and read on every request. On a cluster it is a reference table: a key's hash alone finds its organization.
create table api_keys (
  organization_id uuid not null references organizations,
  id uuid not null,
  name text not null,
  key_hash bytea not null,
  last_four text not null,
  scopes text[] not null default '{all}',
  created_at timestamptz not null,
  expires_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz,
  primary key (organization_id, id),
  constraint api_keys_one_hash unique (key_hash),
  constraint api_keys_known_scopes
    check (cardinality(scopes) > 0 and scopes <@ array['read', 'sell', 'door', 'box_office', 'all'])
);
comment on column api_keys.last_used_at is 'to the minute';
