-- How far historical rows were purged: older ones may be missing. One row for each kind, for all organizations
-- together.
create table purges (
  what text primary key,
  purged_before timestamptz not null,
  constraint purges_known_kind
    check (what in ('audit_log', 'notifications', 'webhook_deliveries', 'mails', 'waiting_list_entries', 'wallet_registrations'))
);
