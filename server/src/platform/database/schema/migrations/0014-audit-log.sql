-- Who changed what. Nobody changes or removes a row: not by mistake, and not by an operation that was written in a hurry.
create table audit_log (
  organization_id uuid not null references organizations,
  id uuid not null,
  at timestamptz not null,
  actor_kind text not null,
  actor_id uuid,
  action text not null,
  subject_id text not null,
  before jsonb,
  after jsonb,
  primary key (organization_id, id),
  constraint audit_log_known_actor check (actor_kind in ('user', 'key', 'operator', 'system')),
  constraint audit_log_actor_has_id check ((actor_kind in ('user', 'key')) = (actor_id is not null))
);
comment on column audit_log.id is 'UUIDv7 of the time: its order is the order of the log';
comment on column audit_log.subject_id is 'what was changed: its id, or the name of a payment provider';
comment on column audit_log.before is 'only what changed; null: it was made';
comment on column audit_log.after is 'only what changed; null: it is gone';
create index audit_log_of_subject on audit_log (organization_id, subject_id, id);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % stay as they were written', tg_table_name;
end
$$;
create trigger audit_log_stays before update or delete on audit_log
  for each statement execute function refuse_change();
