/** What can be read and triggered; a test compares them with those of the server. */
export const NOTIFICATION_TYPES = [
  'ticket.purchased',
  'ticket.refunded',
  'ticket.changed',
  'ticket.checked_in',
  'order.refunded',
  'order.changed',
  'checkout.expired',
  'waiting_list.joined',
  'waiting_list.offered',
  'waiting_list.left',
  'subscription.cancelled',
  'subscription.expired',
  'event.updated',
];
