/**
 * The domains in their order. A domain imports only those before it, and its SQL reads and writes only its own tables
 * and theirs. Routes, pages and wire schemas are the edge of a domain and may use any other. Each `tables.sql` builds
 * on those before it: joined in this order they are the schema.
 */
export const DOMAINS = [
  'audit-log',
  'pictures',
  'organizations',
  'retention',
  'geocoding',
  'idempotency',
  'webhooks',
  'mail',
  'accounts',
  'api-keys',
  'events',
  'door-links',
  'questions',
  'seating',
  'promo-codes',
  'checkouts',
  'waiting-list',
  'payments',
  'orders',
  'box-office',
  'tickets',
  'analytics',
  'sales',
  'waiting-room',
  'shop',
  'attendees',
  'letters',
  'subscriptions',
  'buyers',
  'secrets',
  'overview',
  'verify',
] as const;
