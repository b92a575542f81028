-- Real tickets: what buyers are sent, and the keys that sign what a QR code holds.

create table ticket_keys (
  organization_id uuid not null references organizations,
  private_key bytea not null,
  primary key (organization_id)
);
comment on table ticket_keys is 'who reads a private key can make tickets: no answer shows it';
comment on column ticket_keys.private_key is 'Ed25519, PKCS #8 in DER';

alter table tickets
  add column revision integer not null default 1,
  add constraint tickets_revision_fits_its_code check (revision between 1 and 65535);
comment on column tickets.revision is 'a code and a link of an older one are void';
