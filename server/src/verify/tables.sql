-- How far the check that servers make by themselves has come. One row for the whole installation: it belongs to no
-- organization. The instance that moves due_at ahead makes the next check.
create table consistency_check (
  is_only boolean primary key default true,
  due_at timestamptz not null,
  checked_at timestamptz,
  broken text[] not null default '{}',
  progress jsonb not null default '{}',
  constraint consistency_check_one_row check (is_only)
);
comment on column consistency_check.due_at is 'when the next check begins; until then this one has time';
comment on column consistency_check.checked_at is 'when the last finished check began';
comment on column consistency_check.broken is 'the sentences that it found not true';
comment on column consistency_check.progress is
  'how far new rows and, in turn, all others were checked, and what was not true and is asked again';
