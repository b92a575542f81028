-- How many promo codes were entered on the page: codes are short, and nobody shall go through a dictionary of them, each try
-- with the event locked.
alter table checkouts add column promo_tries smallint not null default 0;
comment on column checkouts.promo_tries is 'promo codes entered on the page, right ones too';
