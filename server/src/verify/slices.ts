import type { Unit } from './read-invariants.ts';

/*
 * A slice is a small database in front of a sentence: some sales, events or others, and the rows that belong to them,
 * under
 * the names of their tables. So the same text that `takilya verify` asks of everything is asked of what changed. A
 * slice may
 * lack rows only where that makes no sentence untrue: it may find less than the whole, never more.
 */

/**
 * The rows of `table` that belong to the rows of `source`. Each is looked up by itself, through an index: `offset 0`
 * keeps the
 * planner from joining the two in some other way, which would read the table.
 */
const lookUp = (name: string, condition: string, source: string, table = name) => `${name} as (
  select t.* from ${source} s cross join lateral (
    select * from ${table} t where t.organization_id = s.organization_id and ${condition} offset 0) t)`;

/** Users belong to no organization. */
const lookUpUsers = (source: string) => `users as (
  select t.* from ${source} s cross join lateral (select * from users t where t.id = s.user_id offset 0) t)`;

/** What `tables` refer to in a column, each once. */
const references = (column: string, ...tables: string[]) =>
  `(${tables.map((table) => `select distinct organization_id, ${column} from ${table}`).join(' union ')})`;

const ID = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$';

/** What a notification is about. A text that is no id, which only a hand can have written, leads nowhere. */
export const namedId = (field: 'ticket_id' | 'event_id', body: string) => {
  const id = `${body}::json -> 'data' ->> '${field}'`;
  return `case when ${id} ~ '${ID}' then (${id})::uuid end`;
};

const named = (field: 'ticket_id' | 'event_id') =>
  `(select distinct organization_id, ${namedId(field, 'body')} as id from notifications)`;

const firstIdOf = (ms: string) => `(lpad(to_hex(${ms}), 12, '0') || repeat('0', 20))::uuid`;
const msOf = (time: string) => `(extract(epoch from ${time}) * 1000)::bigint as ms`;

const organizations = lookUp('organizations', 'true', '(select distinct organization_id from slice)');

/** In this order: what stands below sees the slice of what stands above. */
const SLICES: Record<Unit, string[]> = {
  /** Of checkouts. */
  sales: [
    organizations,
    lookUp('checkouts', 't.id = s.id', 'slice'),
    lookUp('orders', 't.checkout_id = s.id', 'slice'),
    lookUp('tickets', 't.order_id = s.id', 'orders'),
    lookUp('consents', 't.checkout_id = s.id', 'slice'),
    lookUp('payments', 't.checkout_id = s.id', 'slice'),
    lookUp('payment_attempts', 't.checkout_id = s.id', 'slice'),
    // Those of other sales with the same number as well: there must be none.
    lookUp('refunds_of_payments', 't.payment_id = s.id', 'payments', 'refunds'),
    lookUp('refunds_of_number', 't.provider_refund_id = s.provider_refund_id', 'refunds_of_payments', 'refunds'),
    'refunds as (select * from refunds_of_payments union select * from refunds_of_number)',
    lookUp('sandbox_sessions', 't.attempt_id = s.id', 'payment_attempts'),
    lookUp('sandbox_refunds', 't.session_id = s.id', 'sandbox_sessions'),
    lookUp('seat_claims', 't.checkout_id = s.id', 'slice'),
    lookUp('mails_of_orders', 't.order_id = s.id', 'orders', 'mails'),
    lookUp('mails_of_checkouts', 't.checkout_id = s.id', 'slice', 'mails'),
    'mails as (select * from mails_of_orders union all select * from mails_of_checkouts)',
    // The id of a notification begins with the millisecond of what it tells, which the ticket knows.
    `told_at as (
      select organization_id, ${msOf('purchased_at')} from tickets
      union select organization_id, ${msOf('changed_at')} from tickets where status in ('used', 'refunded'))`,
    lookUp('told', `t.id >= ${firstIdOf('s.ms')} and t.id < ${firstIdOf('s.ms + 1')}`, 'told_at', 'notifications'),
    `notifications as (
      select n.* from told n
        join tickets t on t.organization_id = n.organization_id and t.id::text = n.body::json -> 'data' ->> 'ticket_id')`,
    lookUp('audit_log', `t.subject_id = s.id::text and s.status = 'used'`, 'tickets'),
    lookUp('events', 't.id = s.event_id', references('event_id', 'checkouts', 'orders', 'tickets')),
    lookUp('ticket_tiers', 't.id = s.tier_id', references('tier_id', 'checkouts', 'tickets')),
    lookUp('promo_codes', 't.id = s.promo_code_id', references('promo_code_id', 'checkouts', 'orders')),
    lookUp('seating_rows', 't.id = s.row_id', references('row_id', 'seat_claims')),
    lookUp('seating_sections', 't.id = s.section_id', references('section_id', 'checkouts', 'seating_rows')),
  ],
  events: [
    organizations,
    lookUp('events', 't.id = s.id', 'slice'),
    ...['ticket_tiers', 'promo_codes', 'sales_figures', 'seating_plans', 'seating_sections', 'seating_rows'].map(
      (table) => lookUp(table, 't.event_id = s.id', 'slice'),
    ),
    lookUp('seat_claims', 't.row_id = s.id', 'seating_rows'),
    lookUp('orders', 't.event_id = s.id', 'slice'),
    lookUp('tickets', 't.event_id = s.id', 'slice'),
    // No sentence about events asks for others than the live ones, which have an index of their own.
    `checkouts as (
      select t.* from checkouts t join slice s on s.organization_id = t.organization_id and s.id = t.event_id
       where t.status in ('open', 'processing'))`,
    lookUp('notifications', `t.type = 'event.updated' and t.body::json -> 'data' ->> 'event_id' = s.id::text`, 'slice'),
  ],
  notifications: [
    organizations,
    lookUp('notifications', 't.id = s.id', 'slice'),
    lookUp('tickets', 't.id = s.id', named('ticket_id')),
    lookUp('events', 't.id = s.id', named('event_id')),
    lookUp('webhooks', 'true', 'organizations'),
    lookUp('webhook_deliveries', 't.notification_id = s.id', 'notifications'),
  ],
  deliveries: [
    lookUp('webhook_deliveries', 't.id = s.id', 'slice'),
    lookUp('webhook_attempts', 't.delivery_id = s.id', 'slice'),
    lookUp('webhooks', 't.id = s.webhook_id', references('webhook_id', 'webhook_deliveries')),
    lookUp('notifications', 't.id = s.notification_id', references('notification_id', 'webhook_deliveries')),
  ],
  'audit-log': [
    organizations,
    lookUp('audit_log', 't.id = s.id', 'slice'),
    lookUp('api_keys', 't.id = s.actor_id', references('actor_id', 'audit_log')),
    lookUpUsers('(select distinct actor_id as user_id from audit_log)'),
  ],
  /** The id of an organization stands in the place of both. */
  organizations: [
    organizations,
    ...['memberships', 'sessions', 'invitations', 'api_keys', 'ticket_keys', 'webhooks'].map((table) =>
      lookUp(table, 'true', 'slice'),
    ),
    ...['payment_accounts', 'subscription_tiers'].map((table) => lookUp(table, 'true', 'slice')),
    // Kept for a day, which may have been a large one.
    lookUp('idempotency_keys', `t.created_at > s.checked_at - interval '1 hour'`, 'slice'),
    lookUp('links_of_invitations', 't.invitation_id = s.id', 'invitations', 'one_time_links'),
    `one_time_links as (
      select * from links_of_invitations
      union
      select t.* from (select distinct user_id from memberships) s cross join lateral (
        select * from one_time_links t where t.user_id = s.user_id offset 0) t)`,
    lookUpUsers(`(
      select user_id from memberships union select user_id from one_time_links
      union select caller_id from idempotency_keys)`),
  ],
  subscriptions: [
    lookUp('subscriptions', 't.id = s.id', 'slice'),
    lookUp('subscription_tiers', 't.id = s.tier_id', references('tier_id', 'subscriptions')),
  ],
};

/**
 * What stands before a sentence of `unit`. $1 is the time of the check; $2 and $3 are organizations and ids, side by
 * side.
 */
export const sliceOf = (unit: Unit): string => `with slice as (
  select $1::timestamptz as checked_at, s.* from unnest($2::uuid[], $3::uuid[]) as s (organization_id, id)),
${SLICES[unit].join(',\n')}`;
