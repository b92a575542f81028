-- First answers to POST requests that carried an Idempotency-Key.
create table idempotency_keys (
  organization_id uuid not null references organizations,
  caller_id uuid not null,
  method text not null,
  path text not null,
  key text not null,
  request_hash bytea not null,
  response_status integer,
  response_body text,
  response_marks integer[],
  created_at timestamptz not null,
  primary key (organization_id, caller_id, method, path, key)
);
comment on column idempotency_keys.caller_id is 'the API key, or the user of a session';
comment on column idempotency_keys.key is 'SHA-256 of the Idempotency-Key, base64url';
comment on column idempotency_keys.response_status is 'null while the first request runs';
comment on column idempotency_keys.response_body is 'sealed with a key made of the Idempotency-Key, base64; null: erased';
comment on column idempotency_keys.response_marks is
  'short hashes of the ids and e-mail addresses in the answer: they find the answers to erase, and do not identify a person';
create index idempotency_keys_by_age on idempotency_keys (created_at);
alter table idempotency_keys alter column request_hash set statistics 0, alter column response_body set statistics 0;
