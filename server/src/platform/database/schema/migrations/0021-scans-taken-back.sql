-- When the ticket was used by the scan of `check_in_nonce`, if that was taken back: the same scan sent again, by a door that
-- had no network, gets its first answer and does not use the ticket anew.
alter table tickets add column undone_check_in_at timestamptz;
