import { type TSchema, Type } from 'typebox';
import { Instant, Uuid } from '../platform/http/contract/fields.ts';
import { TIMEOUT_MS } from './delivery/sender.ts';
import { NOTIFICATION_DATA, type NotificationType, TEST_DATA, TEST_TYPE } from './notification.ts';

const SUMMARIES: Record<NotificationType, string> = {
  'ticket.purchased': 'A ticket was bought: one notification per ticket of a paid or free order',
  'ticket.refunded': 'A ticket was refunded, alone or with its order',
  'ticket.changed': 'A ticket moved to another tier or seat; `amount` is what it costs now',
  'ticket.checked_in': 'A ticket was scanned',
  'order.refunded': 'Tickets of an order were refunded, all or some of them',
  'order.changed': 'Tickets of an order moved to other places, which cost more, less or the same',
  'checkout.expired': 'The time of a checkout is over, or it was ended; its places are free again',
  'waiting_list.joined': 'A person waits for places of a sold-out tier',
  'waiting_list.offered': 'Free places are offered to a person who waited',
  'waiting_list.left': 'A person left the waiting list, gave up an offer, or was taken off the list',
  'subscription.cancelled': 'A subscription was cancelled, for the end of the paid period',
  'subscription.expired': 'The paid period of a subscription ended without a new one',
  'event.updated': 'An event or its tiers changed, by an organizer or by the service',
};

const HEADERS = {
  'webhook-id': 'Identifies the notification, as `id` does: the same in every attempt.',
  'webhook-timestamp': 'Seconds since 1970 of this attempt.',
  'webhook-signature': 'Standard Webhooks: `v1,` and a signature; two of them with a space between after a rotation.',
  'X-Service-Signature': 'HMAC-SHA256 of the body with the secret as it was shown, in lower-case hexadecimal.',
};

/** The part that all notifications share, in Markdown. */
export const ABOUT_NOTIFICATIONS = `Notifications to webhook endpoints: a POST with a signed body, sent at least once. Without a 2XX
within ${TIMEOUT_MS / 1_000} seconds it is sent again, for about three days. Headers:

${Object.entries(HEADERS)
  .map(([name, description]) => `- \`${name}\`: ${description}`)
  .join('\n')}`;

/** OpenAPI's `webhooks`: what arrives at an endpoint, by type. */
export const describeNotifications = (): Record<string, object> => ({
  ...Object.fromEntries(
    Object.entries(NOTIFICATION_DATA).map(([type, data]) => [
      type,
      delivery(type, SUMMARIES[type as NotificationType], data),
    ]),
  ),
  [TEST_TYPE]: delivery(TEST_TYPE, 'Sent on request, without a subscription', TEST_DATA),
});

const delivery = (type: string, summary: string, data: TSchema) => ({
  post: {
    operationId: `on${type.replaceAll(/(?:^|[._])(\w)/g, (_, letter: string) => letter.toUpperCase())}`,
    summary,
    // Other tags than those of the API: generators would write both into one file.
    tags: ['Notifications'],
    security: [],
    requestBody: {
      required: true,
      content: {
        'application/json': {
          // Without model names: a Go generator drops models that no path uses.
          schema: Type.Object({
            id: Uuid('Of every attempt, at every endpoint.'),
            type: Type.Literal(type),
            created_at: Instant(),
            data,
          }),
        },
      },
    },
    responses: {
      '2XX': { description: 'Accepted.' },
      default: { description: 'Sent again.' },
    },
  },
});
