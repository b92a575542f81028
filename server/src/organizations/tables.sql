create table organizations (
  organization_id uuid primary key,
  name text not null,
  slug text not null,
  time_zone text not null default 'Asia/Manila',
  color text,
  logo_url text,
  contact_email text,
  contact_phone text,
  refund_policy text,
  terms_url text,
  embed_sites text[] not null default '{}',
  payment_method_order text[] not null default '{}',
  two_factor_required boolean not null default false,
  test_of uuid references organizations,
  created_at timestamptz not null,
  constraint organizations_known_color check (color ~ '^#[0-9a-fA-F]{6}$'),
  constraint organizations_known_payment_methods
    check (payment_method_order <@ array['GCASH', 'MAYA', 'GRABPAY', 'QRPH', 'CARD', 'BANK_TRANSFER']),
  constraint organizations_one_test unique (test_of),
  constraint organizations_test_of_another check (test_of <> organization_id)
);
comment on column organizations.time_zone is
  'times without an offset are read in it, and buyers see all times in it';
comment on column organizations.logo_url is 'as the organizer sent it, or the address of an uploaded picture';
comment on column organizations.slug is 'in the address of the shop';
comment on column organizations.contact_email is 'shown to buyers, who reach it by replying to e-mails';
comment on column organizations.refund_policy is 'plain text, shown to buyers before they pay';
comment on column organizations.embed_sites is 'origins of the websites that may show the shop in a frame';
comment on column organizations.payment_method_order is 'ways to pay that buyers see first; the others follow';
comment on column organizations.two_factor_required is
  'members without a second factor can do nothing but set one up';
comment on column organizations.test_of is
  'a test organization, where no money moves: the live organization that it belongs to, whose members it has; null: live. Never changes';
comment on column organizations.color is 'color of buttons and ribbons on pages and mails; null: the default';

-- Every slug that an organization has or had: old addresses of its shop lead to the current one, and no other
-- organization gets them. Its key is checked at the commit, because Citus inserts a free slug before the organization
-- that gets it.
create table organization_slugs (
  organization_id uuid not null references organizations deferrable initially deferred,
  slug text not null,
  primary key (organization_id, slug),
  constraint organization_slugs_of_one unique (slug)
);

alter table audit_log add foreign key (organization_id) references organizations;
alter table pictures add foreign key (organization_id) references organizations;
