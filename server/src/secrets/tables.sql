-- One row for the whole installation, without an organization: a text that the key of the stored secrets opens. A
-- server whose key does not open it refuses to start, before it meets a secret that it cannot read.
create table secrets_key_check (
  is_only boolean primary key default true,
  sealed_check bytea not null,
  constraint secrets_key_check_one_row check (is_only)
);
