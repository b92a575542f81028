-- How buyers recognize their organizer, and the language in which they are spoken to.

alter table organizations add column color text;
alter table organizations add column logo_url text;
alter table organizations add constraint organizations_known_color check (color ~ '^#[0-9a-fA-F]{6}$');
comment on column organizations.color is 'of buttons and ribbons; null: ours';

alter table checkouts add column language text;
alter table checkouts add constraint checkouts_known_language check (language in ('en', 'fil'));
comment on column checkouts.language is 'in which its buyer pays and is written to; null: not known yet';
