-- The audit log. Rows are never updated. Only the purge deletes them, after setting takilya.purging; the trigger below
-- rejects every other update or delete, so that a mistake in an operation cannot lose entries.
create table audit_log (
  organization_id uuid not null,
  id uuid not null,
  at timestamptz not null,
  actor_kind text not null,
  actor_id uuid,
  action text not null,
  subject_id text not null,
  before jsonb,
  after jsonb,
  primary key (organization_id, id),
  constraint audit_log_known_actor check (actor_kind in ('user', 'key', 'door_link', 'operator', 'system', 'buyer')),
  constraint audit_log_actor_has_id check ((actor_kind in ('user', 'key', 'door_link')) = (actor_id is not null))
);
comment on column audit_log.id is 'UUIDv7 of the time: the order of the ids is the order of the log';
comment on column audit_log.actor_id is 'the user, the API key or the door link';
comment on column audit_log.subject_id is 'what was changed: its id, or the name of a payment provider';
comment on column audit_log.before is 'the fields that changed; null: it was created';
comment on column audit_log.after is 'the fields that changed; null: it was deleted';
create index audit_log_of_subject on audit_log (organization_id, subject_id, id);
-- No query filters, sorts or joins by these: statistics of them would cost more than those of all other columns.
alter table audit_log alter column before set statistics 0, alter column after set statistics 0;

create function refuse_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('takilya.purging', true) = 'on' then
    return null;
  end if;
  raise exception 'rows of % stay as they were written', tg_table_name;
end
$$;
create trigger audit_log_stays before update or delete on audit_log
  for each statement execute function refuse_change();
