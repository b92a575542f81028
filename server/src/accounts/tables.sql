-- Users and their memberships. A user may belong to several organizations, so the keys of users and of tables that are
-- only about users do not start with organization_id.
create table users (
  id uuid primary key,
  email text not null,
  name text not null,
  language text not null default 'en',
  password_hash text not null,
  password_set_at timestamptz,
  totp_secret bytea,
  totp_enabled boolean not null default false,
  totp_last_step bigint,
  created_at timestamptz not null,
  constraint users_one_email unique (email),
  constraint users_known_language check (language in ('en', 'fil')),
  constraint users_totp_has_secret check (not totp_enabled or totp_secret is not null)
);
comment on column users.email is 'as log-ins compare it: trimmed, in lower case';
comment on column users.password_hash is 'argon2id with its settings and its salt, as PHC string';
comment on column users.password_set_at is 'when the password was replaced last; null: it is the first one';
comment on column users.totp_secret is 'sealed with SECRETS_KEY';
comment on column users.totp_enabled is 'false: the secret was shown and no code of it has come back yet';
comment on column users.totp_last_step is 'step of the last accepted code: no code is good twice';

-- A code that was used is deleted.
create table recovery_codes (
  user_id uuid not null references users on delete cascade,
  code_hash bytea not null,
  primary key (user_id, code_hash)
);
comment on column recovery_codes.code_hash is 'SHA-256: the code itself was shown once';

create table passkeys (
  user_id uuid not null references users on delete cascade,
  id uuid not null,
  name text not null,
  credential_id bytea not null,
  public_key bytea not null,
  sign_count bigint not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  primary key (user_id, id),
  constraint passkeys_one_credential unique (credential_id)
);
comment on column passkeys.public_key is 'COSE key; the private key never leaves the device';
comment on column passkeys.sign_count is 'counter of the device: one that does not go forward belongs to a copy. 0: it has none';

-- Challenges that no browser has answered yet.
create table passkey_challenges (
  challenge_hash bytea primary key,
  user_id uuid references users on delete cascade,
  expires_at timestamptz not null
);
comment on column passkey_challenges.user_id is 'who registers a passkey; null: a log-in';
create index passkey_challenges_of_user on passkey_challenges (user_id) where user_id is not null;

create table memberships (
  organization_id uuid not null references organizations,
  user_id uuid not null references users,
  role text not null,
  created_at timestamptz not null,
  logged_out_at timestamptz,
  primary key (organization_id, user_id),
  constraint memberships_known_role check (role in ('owner', 'manager', 'cashier', 'door', 'viewer'))
);
comment on column memberships.logged_out_at is 'an owner ended the member''s sessions: older ones cannot switch to this organization';
create index memberships_of_user on memberships (user_id, created_at);

-- A session ends with its membership. A test organization has no memberships: its sessions are of members of its live
-- organization.
create table sessions (
  organization_id uuid not null references organizations,
  id uuid not null,
  member_of uuid not null,
  user_id uuid not null,
  token_hash bytea not null,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  proven_at timestamptz not null,
  expires_at timestamptz not null,
  address text not null,
  user_agent text not null,
  primary key (organization_id, id),
  foreign key (member_of, user_id) references memberships on delete cascade,
  constraint sessions_one_token unique (token_hash),
  constraint sessions_short_user_agent check (length(user_agent) <= 300)
);
comment on column sessions.member_of is 'the organization whose membership gives the role';
comment on column sessions.token_hash is 'SHA-256 of the value of the cookie';
comment on column sessions.last_seen_at is 'to the minute';
comment on column sessions.proven_at is 'when the person last gave their password, a code or a passkey';
comment on column sessions.address is 'IP address of the log-in: the person recognizes their sessions by it';
comment on column sessions.user_agent is 'beginning of the header of the log-in; empty: there was none';
create index sessions_of_user on sessions (user_id);
create index sessions_by_end on sessions (expires_at);

-- Browsers that a person logged in with. A browser has one token for all persons who are known on it.
create table devices (
  user_id uuid not null references users on delete cascade,
  token_hash bytea not null,
  known_until timestamptz not null,
  primary key (user_id, token_hash)
);
comment on column devices.token_hash is 'SHA-256 of the value of the cookie';
create index devices_of_token on devices (token_hash);
create index devices_by_end on devices (known_until);

create table invitations (
  organization_id uuid not null references organizations,
  id uuid not null,
  email text not null,
  role text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (organization_id, id),
  constraint invitations_one_email unique (organization_id, email),
  constraint invitations_known_role check (role in ('owner', 'manager', 'cashier', 'door', 'viewer'))
);

-- Links that work once, sent by e-mail or printed. Several may have the same target: an e-mail sent twice has two.
create table one_time_links (
  token_hash bytea primary key,
  purpose text not null,
  user_id uuid references users on delete cascade,
  organization_id uuid references organizations,
  invitation_id uuid,
  expires_at timestamptz not null,
  foreign key (organization_id, invitation_id) references invitations on delete cascade,
  constraint one_time_links_about_one_thing check (
    case purpose
      when 'set_up' then user_id is null and invitation_id is null
      when 'password_reset' then user_id is not null and invitation_id is null
      when 'invitation' then user_id is null and invitation_id is not null and organization_id is not null
      else false
    end)
);
comment on column one_time_links.token_hash is 'SHA-256: the token itself is in the mail, or was printed, and nowhere else';
create index one_time_links_of_user on one_time_links (user_id) where user_id is not null;
create index one_time_links_of_invitation on one_time_links (organization_id, invitation_id)
  where invitation_id is not null;

-- Limits of tries, by a hash of the account or the IP address.
create table throttles (
  subject bytea primary key,
  full_at timestamptz not null,
  known_until timestamptz
) with (fillfactor = 80);
comment on column throttles.full_at is 'when all tries are available again; each try moves it later';
comment on column throttles.known_until is 'this address has logged in to this account before';
create index throttles_by_age on throttles (full_at);
