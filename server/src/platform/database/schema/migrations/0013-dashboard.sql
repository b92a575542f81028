-- What went back of the orders of a range, for GET /analytics/series: few orders are ever refunded.
create index orders_refunded on orders (organization_id, paid_at) where refunded_centavos > 0;

-- What the overview warns of: next to nothing in a year, found without reading the rest.
create index refunds_failed on refunds (organization_id, updated_at) where status = 'failed';
create index mails_failed on mails (organization_id, created_at) where status = 'failed';

-- Doors ask for what changed since they asked last. No index: it would cost every check-in more than it saves a door.
alter table tickets add column changed_at timestamptz not null default now();
comment on column tickets.changed_at is 'when it was bought, admitted, taken back, replaced, refunded or cancelled last';

-- Search: an order is found by the beginnings of the words that its buyer is known by. Every word begins with a part of
-- the organization's id, so that a search reads nothing of another one's. See decision 29.
-- Cut at 500 characters of at most 4 bytes, since a word of over 2,046 bytes is an error, and an error here would be a sale
-- that fails: letters that come apart into several (U+1D160) make a name longer than it was.
-- `return` and not a quoted body: an index is built with an empty search path, where a quoted one would find nothing.
create function plain_words(words text) returns text
  language sql immutable parallel safe
  return left(lower(translate(
    case when octet_length(words) = length(words) then words
         else regexp_replace(regexp_replace(normalize(words, nfd), '[\u0300-\u036f]', '', 'g'),
                             '[\u00a0\u2010-\u201f]', ' ', 'g') end,
    '.,;:/+-_&#*!?"''()[]<>|\' || chr(9) || chr(10) || chr(13), repeat(' ', 30))), 500);
create function order_words(organization_id uuid, name text, email text, phone text) returns tsvector
  language sql immutable parallel safe cost 1000
  return array_to_tsvector(array_remove(string_to_array(
    right(organization_id::text, 8) || replace(
      plain_words(name) || ' ' || plain_words(split_part(email, '@', 1)) || ' @' || lower(split_part(email, '@', 2))
        || coalesce(' ' || right(translate(phone, '+-()./ ', ''), 10), ''),
      ' ', ' ' || right(organization_id::text, 8)), ' '), right(organization_id::text, 8)));
create index orders_words on orders using gin (order_words(organization_id, customer_name, customer_email, customer_phone))
  with (gin_pending_list_limit = 256);
