-- The progress of the servers' own consistency check. One row for the whole installation, without an organization. The
-- instance that moves due_at ahead makes the next check.
create table consistency_check (
  is_only boolean primary key default true,
  due_at timestamptz not null,
  checked_at timestamptz,
  broken text[] not null default '{}',
  progress jsonb not null default '{}',
  constraint consistency_check_one_row check (is_only)
);
comment on column consistency_check.due_at is 'when the next check may begin; the current one must finish before';
comment on column consistency_check.checked_at is 'start of the last finished check';
comment on column consistency_check.broken is 'the invariants that it found violated';
comment on column consistency_check.progress is
  'positions in the new rows and in the rotation, and the violations to check again';
