-- A form of the shop that was sent: sent again, it leads to the same checkout. It also proves to the page after the
-- payment that this browser is the buyer's.
create table shop_forms (
  organization_id uuid not null,
  token_hash bytea not null,
  content_hash bytea not null,
  checkout_id uuid,
  sent_at timestamptz not null,
  primary key (organization_id, token_hash),
  foreign key (organization_id) references organizations,
  foreign key (organization_id, checkout_id) references checkouts
);
comment on column shop_forms.token_hash is 'SHA-256 of the random token in the form';
comment on column shop_forms.content_hash is 'keyed with the token, so that it tells nothing about the buyer';
comment on column shop_forms.checkout_id is 'null while the request runs';
create index shop_forms_by_age on shop_forms (sent_at);
