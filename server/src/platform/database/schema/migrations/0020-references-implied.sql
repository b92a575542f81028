-- Looking up what a row refers to was a quarter of what a sale cost PostgreSQL. Where another reference says the same, or the
-- same transaction wrote both and nobody ever deletes the other, it is not looked up again. `takilya verify` looks at all.
alter table seat_claims drop constraint seat_claims_organization_id_checkout_id_fkey;
-- The tier and the event are the checkout's: an order refers to it, and it to them.
alter table tickets drop constraint tickets_organization_id_event_id_tier_id_fkey;
alter table orders drop constraint orders_organization_id_event_id_fkey;
-- The attempt's, which refers to it.
alter table payments drop constraint payments_organization_id_checkout_id_fkey;
alter table mails drop constraint mails_organization_id_fkey;

-- Each is written again once before an index has to follow: when it is to be paid, when the provider has made the session, when
-- the buyer has paid there. With room on its page that touches no index.
alter table checkouts set (fillfactor = 50);
alter table payment_attempts set (fillfactor = 50);
alter table sandbox_sessions set (fillfactor = 50);
