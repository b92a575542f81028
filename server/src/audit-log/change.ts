import type { Actor } from './actor.ts';

/** Every recorded kind of change. The word before the dot names the kind of thing that changed. */
// biome-ignore format: a domain a line
export const ACTIONS = [
  'event.created', 'event.updated', 'event.duplicated', 'event.completed', 'event.series_changed',
  'series.created', 'series.updated', 'series.dates_added',
  'tier.created', 'tier.updated', 'tier.deleted',
  'check_in_list.created', 'check_in_list.updated', 'check_in_list.deleted',
  'door_link.created', 'door_link.revoked',
  'question.created', 'question.updated', 'question.deleted',
  'event.seats_planned', 'event.seats_blocked', 'event.seats_unblocked', 'event.orders_imported',
  'promo_code.created', 'promo_code.updated',
  'webhook.created', 'webhook.updated', 'webhook.deleted', 'webhook.secret_rotated',
  'message.created', 'message.cancelled',
  'checkout.released', 'waiting_list.entry_removed',
  'reservation.created', 'reservation.updated', 'reservation.picked_up', 'reservation.let_go',
  'order.created', 'order.changed', 'order.customer_changed', 'order.refunded', 'order.resent',
  'order.refund_requested', 'order.refund_request_withdrawn', 'order.refund_declined',
  'ticket.checked_in', 'ticket.check_in_undone', 'ticket.passage_undone', 'ticket.reissued', 'ticket.resent',
  'ticket.holder_changed', 'ticket.passed_on',
  'subscription_tier.created', 'subscription_tier.updated', 'subscription.cancelled',
  'api_key.created', 'api_key.revoked',
  'invitation.created', 'invitation.deleted', 'member.joined', 'member.role_changed',
  'member.logged_out', 'member.removed',
  'buyer.exported', 'buyer.erased',
  'payment_account.set', 'payment_account.removed', 'organization.updated',
  'organization.test_opened',
] as const;
export type Action = (typeof ACTIONS)[number];

/** Fields by name, with values as the API shows them. */
export type Fields = Record<string, unknown>;

export interface Change {
  actor: Actor;
  action: Action;
  subjectId: string;
  /** null: the subject was created */
  before: Fields | null;
  /** null: the subject was deleted */
  after: Fields | null;
}

/** The fields that differ, with their values before and after; null if none differ. */
export function difference(before: Fields, after: Fields): { before: Fields; after: Fields } | null {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
  if (names.length === 0) return null;
  const only = (fields: Fields) => Object.fromEntries(names.map((name) => [name, fields[name] ?? null]));
  return { before: only(before), after: only(after) };
}
