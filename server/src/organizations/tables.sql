create table organizations (
  organization_id uuid primary key,
  name text not null,
  time_zone text not null default 'Asia/Manila',
  color text,
  logo_url text,
  two_factor_required boolean not null default false,
  test_of uuid references organizations,
  created_at timestamptz not null,
  constraint organizations_known_color check (color ~ '^#[0-9a-fA-F]{6}$'),
  constraint organizations_one_test unique (test_of),
  constraint organizations_test_of_another check (test_of <> organization_id)
);
comment on column organizations.time_zone is
  'times without an offset are read in it, and buyers see all times in it';
comment on column organizations.two_factor_required is
  'members without a second factor can do nothing but set one up';
comment on column organizations.test_of is
  'a test organization, where no money moves: the live organization that it belongs to, whose members it has; null: live. Never changes';
comment on column organizations.color is 'color of buttons and ribbons on pages and mails; null: the default';

alter table audit_log add foreign key (organization_id) references organizations;
