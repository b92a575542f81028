-- A picture that was uploaded, with all its sizes. The row is written before its files and removed after them, so every
-- file has a row. What shows it stores its address.
create table pictures (
  organization_id uuid not null,
  address text not null,
  unused_since timestamptz,
  is_removed boolean not null default false,
  checked_at timestamptz not null,
  created_at timestamptz not null,
  primary key (organization_id, address),
  constraint pictures_own_address check (starts_with(address, '/files/' || organization_id || '/'))
);
comment on column pictures.address is 'below /files/, without size and format; made of the content';
comment on column pictures.unused_since is 'since nothing has shown it; null: something did at the last look';
comment on column pictures.is_removed is 'its files are being removed; it never comes back';
comment on column pictures.checked_at is 'when it was last looked for what shows it, or its files could not be removed';
create index pictures_by_check on pictures (is_removed, checked_at);
create index pictures_unused on pictures (unused_since) where unused_since is not null;
