import type { Slice, Subject } from './check-invariant.ts';
import type { Unit } from './read-invariants.ts';

/*
 * A slice is a small copy of the database in front of an invariant's query: some subjects, and the rows that belong to
 * them, under the names of their tables. So the same query that `takilya verify` runs on everything can check what
 * changed. A slice may omit rows only where that violates no invariant: it may find fewer violations than the whole,
 * never more.
 */

/**
 * The rows of `table` that belong to the rows of `source`. Each is looked up on its own through an index: `offset 0`
 * keeps the planner from joining the two in another way, which would read the table.
 */
const lookUp = (name: string, condition: string, source: string, table = name) => `${name} as (
  select t.* from ${source} s cross join lateral (
    select * from ${table} t where t.organization_id = s.organization_id and ${condition} offset 0) t)`;

/** Users belong to no organization. */
const lookUpUsers = (source: string) => `users as (
  select t.* from ${source} s cross join lateral (select * from users t where t.id = s.user_id offset 0) t)`;

/** The rows of `table` that belong to the members in the slice. */
const ofMembers = (table: string) => `
  select t.* from (select distinct user_id from memberships) s cross join lateral (
    select * from ${table} t where t.user_id = s.user_id offset 0) t`;

/** The distinct values of a column in `tables`. */
const references = (column: string, ...tables: string[]) =>
  `(${tables.map((table) => `select distinct organization_id, ${column} from ${table}`).join(' union ')})`;

const ID = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$';

/** The id in the data of a notification. Text that is not an id, which only a manual change can cause, gives null. */
export const idInBody = (field: 'ticket_id' | 'event_id', body: string) => {
  const id = `${body}::json -> 'data' ->> '${field}'`;
  return `case when ${id} ~ '${ID}' then (${id})::uuid end`;
};

const named = (field: 'ticket_id' | 'event_id') =>
  `(select distinct organization_id, ${idInBody(field, 'body')} as id from notifications)`;

const firstIdOf = (ms: string) => `(lpad(to_hex(${ms}), 12, '0') || repeat('0', 20))::uuid`;
const msOf = (time: string) => `(extract(epoch from ${time}) * 1000)::bigint as ms`;

const organizations = lookUp('organizations', 'true', '(select distinct organization_id from slice)');

/** The order matters: later entries see the slices of earlier ones. */
const SLICES: Record<Unit, string[]> = {
  /** Subjects are checkouts. */
  sales: [
    organizations,
    lookUp('checkouts', 't.id = s.id', 'slice'),
    lookUp('checkout_lines', 't.checkout_id = s.id', 'slice'),
    lookUp('reservations', 't.id = s.reservation_id', references('reservation_id', 'checkouts')),
    lookUp('waiting_list_entries', 't.checkout_id = s.id', 'slice'),
    lookUp('orders', 't.checkout_id = s.id', 'slice'),
    lookUp('tickets', 't.order_id = s.id', 'orders'),
    lookUp('passages', 't.ticket_id = s.id', 'tickets'),
    lookUp('wallet_registrations', 't.ticket_id = s.id', 'tickets'),
    lookUp('check_in_lists', 't.id = s.list_id', references('list_id', 'passages')),
    lookUp('door_links', 't.id = s.actor_id', references('actor_id', 'passages')),
    lookUp('refund_requests', 't.order_id = s.id', 'orders'),
    lookUp('box_office_entries', 't.order_id = s.id', 'orders'),
    lookUp('order_changes', 't.order_id = s.id', 'orders'),
    lookUp('api_keys', 't.id = s.actor_id', references('actor_id', 'box_office_entries', 'passages')),
    lookUpUsers(`(select actor_id as user_id from ${references('actor_id', 'box_office_entries', 'passages')} a)`),
    lookUp('consents', 't.checkout_id = s.id', 'slice'),
    lookUp('answers', 't.checkout_id = s.id', 'slice'),
    lookUp('questions', 't.id = s.question_id', references('question_id', 'answers')),
    lookUp('payments', 't.checkout_id = s.id', 'slice'),
    lookUp('payment_attempts', 't.checkout_id = s.id', 'slice'),
    // Includes refunds of other sales with the same provider id, because there must be none.
    lookUp('refunds_of_payments', 't.payment_id = s.id', 'payments', 'refunds'),
    lookUp('refunds_of_number', 't.provider_refund_id = s.provider_refund_id', 'refunds_of_payments', 'refunds'),
    'refunds as (select * from refunds_of_payments union select * from refunds_of_number)',
    lookUp('sandbox_sessions', 't.attempt_id = s.id', 'payment_attempts'),
    lookUp('sandbox_refunds', 't.session_id = s.id', 'sandbox_sessions'),
    lookUp('seat_claims', 't.checkout_id = s.id', 'slice'),
    lookUp('mails_of_orders', 't.order_id = s.id', 'orders', 'mails'),
    lookUp('mails_of_checkouts', 't.checkout_id = s.id', 'slice', 'mails'),
    'mails as (select * from mails_of_orders union all select * from mails_of_checkouts)',
    lookUp('messages', 't.id = s.message_id', references('message_id', 'mails')),
    // The id of a notification begins with the millisecond of the change, which the ticket stores.
    `told_at as (
      select organization_id, ${msOf('purchased_at')} from tickets
      union select organization_id, ${msOf('changed_at')} from tickets where status in ('used', 'refunded')
      union select organization_id, ${msOf('created_at')} from order_changes)`,
    lookUp('told', `t.id >= ${firstIdOf('s.ms')} and t.id < ${firstIdOf('s.ms + 1')}`, 'told_at', 'notifications'),
    `notifications as (
      select n.* from told n
        join tickets t on t.organization_id = n.organization_id and t.id::text = n.body::json -> 'data' ->> 'ticket_id')`,
    lookUp('audit_log', `t.subject_id = s.id::text and s.status = 'used'`, 'tickets'),
    lookUp(
      'events',
      't.id = s.event_id',
      references('event_id', 'checkouts', 'checkout_lines', 'answers', 'orders', 'tickets'),
    ),
    lookUp('ticket_tiers', 't.id = s.tier_id', references('tier_id', 'checkout_lines', 'tickets')),
    lookUp('promo_codes', 't.id = s.promo_code_id', references('promo_code_id', 'checkouts', 'orders')),
    lookUp('seating_rows', 't.id = s.row_id', references('row_id', 'seat_claims')),
    lookUp('seating_sections', 't.id = s.section_id', references('section_id', 'checkout_lines', 'seating_rows')),
  ],
  events: [
    organizations,
    lookUp('events', 't.id = s.id', 'slice'),
    lookUp('pictures', 't.address = s.cover_image_url', 'events'),
    lookUp('event_series', 't.id = s.series_id', references('series_id', 'events')),
    ...['event_slugs', 'check_in_lists', 'door_links', 'ticket_tiers', 'questions', 'promo_codes'].map((table) =>
      lookUp(table, 't.event_id = s.id', 'slice'),
    ),
    lookUp('check_in_list_tiers', 't.list_id = s.id', 'check_in_lists'),
    lookUp('check_in_conflicts', 't.event_id = s.id', 'slice'),
    lookUp('api_keys', 't.id = s.actor_id', references('actor_id', 'check_in_conflicts')),
    lookUpUsers('(select distinct actor_id as user_id from check_in_conflicts)'),
    ...['sales_figures', 'sales_sources'].map((table) => lookUp(table, 't.event_id = s.id', 'slice')),
    lookUp('question_tiers', 't.question_id = s.id', 'questions'),
    lookUp('messages', 't.event_id = s.id', 'slice'),
    lookUp('mails', 't.message_id = s.id', 'messages'),
    ...['waiting_rooms', 'waiting_room_steps'].map((table) => lookUp(table, 't.event_id = s.id', 'slice')),
    ...['seating_plans', 'seating_sections', 'seating_rows'].map((table) =>
      lookUp(table, 't.event_id = s.id', 'slice'),
    ),
    lookUp('seat_claims', 't.row_id = s.id', 'seating_rows'),
    lookUp('orders', 't.event_id = s.id', 'slice'),
    lookUp('tickets', 't.event_id = s.id', 'slice'),
    // Invariants of events use only live checkouts, which have an index of their own.
    `checkouts as (
      select t.* from checkouts t join slice s on s.organization_id = t.organization_id and s.id = t.event_id
       where t.status in ('open', 'processing'))`,
    lookUp('checkout_lines', 't.checkout_id = s.id', 'checkouts'),
    // Entries whose offers are over violate nothing.
    lookUp('waiting_list_entries', `t.event_id = s.id and t.status in ('waiting', 'offered')`, 'slice'),
    lookUp('notifications', `t.type = 'event.updated' and t.body::json -> 'data' ->> 'event_id' = s.id::text`, 'slice'),
  ],
  notifications: [
    organizations,
    lookUp('notification_counters', 'true', 'organizations'),
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
    lookUp('door_links', 't.id = s.actor_id', references('actor_id', 'audit_log')),
    lookUpUsers('(select distinct actor_id as user_id from audit_log)'),
  ],
  /** Here the organization id is both the organization and the subject. */
  organizations: [
    // With the live organization of a test organization, whose members its sessions are of, and all that leads to
    // either.
    lookUp('in_slice', 'true', 'slice', 'organizations'),
    `organizations as (
      select * from in_slice union
      select t.* from in_slice s cross join lateral (
        select * from organizations t where t.organization_id = s.test_of offset 0) t)`,
    // The logo of a test organization may be the live one's.
    `pictures as (
      select t.* from organizations s cross join lateral (
        select * from pictures t
         where t.organization_id in (s.organization_id, s.test_of) and t.address = s.logo_url offset 0) t)`,
    ...['memberships', 'organization_slugs'].map((table) => lookUp(table, 'true', 'organizations')),
    ...['sessions', 'invitations', 'api_keys', 'door_links', 'ticket_keys', 'webhooks'].map((table) =>
      lookUp(table, 'true', 'slice'),
    ),
    ...['payment_accounts', 'subscription_tiers'].map((table) => lookUp(table, 'true', 'slice')),
    // Keys are kept for a day, and a busy day has many: only the last hour is checked.
    lookUp('idempotency_keys', `t.created_at > s.checked_at - interval '1 hour'`, 'slice'),
    lookUp('shop_forms', `t.sent_at > s.checked_at - interval '1 hour'`, 'slice'),
    lookUp('checkouts', 't.id = s.checkout_id', references('checkout_id', 'shop_forms')),
    lookUp('links_of_invitations', 't.invitation_id = s.id', 'invitations', 'one_time_links'),
    `one_time_links as (select * from links_of_invitations union ${ofMembers('one_time_links')})`,
    ...['devices', 'recovery_codes', 'passkeys', 'passkey_challenges'].map(
      (table) => `${table} as (${ofMembers(table)})`,
    ),
    // Everything else that names a user was looked up by a member.
    lookUpUsers(`(
      select user_id from memberships union select user_id from one_time_links
      union select caller_id from idempotency_keys)`),
  ],
  subscriptions: [
    lookUp('subscriptions', 't.id = s.id', 'slice'),
    lookUp('subscription_tiers', 't.id = s.tier_id', references('tier_id', 'subscriptions')),
  ],
};

/** The slice of some subjects of `unit`. $2 and $3 are their organizations and ids, in parallel. */
export const sliceFor = (unit: Unit, subjects: Subject[]): Slice => ({
  text: `with slice as (
  select $1::timestamptz as checked_at, s.* from unnest($2::uuid[], $3::uuid[]) as s (organization_id, id)),
${SLICES[unit].join(',\n')}`,
  values: [subjects.map(({ organizationId }) => organizationId), subjects.map(({ id }) => id)],
});
