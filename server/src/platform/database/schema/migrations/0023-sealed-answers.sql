-- A first answer may show a secret: neither it nor the key that asks for it again is readable here any more. Rows of before
-- are found by nobody, and are forgotten within a day.
comment on column idempotency_keys.key is 'SHA-256 of the Idempotency-Key, base64url';
comment on column idempotency_keys.response_body is 'sealed with a key made of the Idempotency-Key, base64';
