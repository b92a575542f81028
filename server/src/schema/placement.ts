/**
 * Where each table is on a Citus cluster. A distributed table is split by `organization_id`, so that all rows of an
 * organization are on one node; a reference table is copied to every node; a local table is on the coordinator alone.
 * A table is a reference table if it is read before the organization is known, or if a key of it is unique among all
 * organizations. A local table has no foreign key and is never read together with another one.
 */
export const PLACEMENT = {
  // biome-ignore format: a domain a line
  reference: [
    'organizations', 'organization_slugs', 'api_keys',
    'users', 'recovery_codes', 'passkeys', 'passkey_challenges', 'devices',
    'memberships', 'invitations', 'sessions', 'one_time_links',
  ],
  local: ['throttles', 'purges', 'consistency_check', 'secrets_key_check', 'schema_migrations'],
  // biome-ignore format: a domain a line
  distributed: [
    'audit_log', 'pictures', 'idempotency_keys', 'mails',
    'notifications', 'notification_counters', 'webhooks', 'webhook_deliveries', 'webhook_attempts',
    'event_series', 'events', 'event_slugs', 'ticket_tiers', 'check_in_lists', 'check_in_list_tiers', 'door_links',
    'questions', 'question_tiers', 'seating_plans', 'seating_sections', 'seating_rows', 'seat_claims',
    'promo_codes', 'checkouts', 'checkout_lines', 'consents', 'answers', 'waiting_list_entries',
    'payment_accounts', 'payment_attempts', 'payments', 'refunds', 'sandbox_sessions', 'sandbox_refunds',
    'orders', 'order_changes', 'sales_figures', 'sales_sources', 'box_office_entries', 'reservations',
    'tickets', 'wallet_registrations', 'ticket_keys', 'passages', 'check_in_conflicts', 'refund_requests',
    'waiting_rooms', 'waiting_room_steps', 'shop_forms',
    'messages', 'message_allowances', 'message_unsubscribes', 'subscription_tiers', 'subscriptions',
  ],
} as const;
