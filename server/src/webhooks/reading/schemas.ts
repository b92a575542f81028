import { type Static, Type } from 'typebox';
import type { Caller } from '../../platform/http/callers/caller.ts';
import { Instant, Text, Uuid } from '../../platform/http/contract/fields.ts';
import { described, Model } from '../../platform/http/contract/models.ts';
import { requestRefusals } from '../../platform/refusals/request-refusals.ts';
import { inPayload, NOTIFICATION_TYPES, type NotificationType, type Payload, readableBy } from '../notification.ts';
import { PayloadSchema } from '../schemas.ts';
import { cursorText, LATEST, parseCursor } from './cursor.ts';
import { cursorOf, type NotificationPage } from './read-notifications.ts';

/** Below the minute after which common proxies give up on an answer. */
const MAX_WAIT_SECONDS = 30;
/** As every list. */
const MAX_LIMIT = 100;
/** A position and an id. */
const MAX_CURSOR_LENGTH = 64;
/** All types, with room for those to come. */
const MAX_TYPES_LENGTH = 1_000;

export const NotificationQuery = Type.Object({
  after: Type.Optional(
    Text(
      MAX_CURSOR_LENGTH,
      'A cursor of an earlier answer; `latest`: only what happens from now on; without it from the oldest after which none was deleted.',
    ),
  ),
  type: Type.Optional(Text(MAX_TYPES_LENGTH, 'Only of these types, with commas between them.')),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_LIMIT, default: MAX_LIMIT })),
  payload: Type.Optional(described(PayloadSchema, 'As of an endpoint; default full.')),
  wait: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: MAX_WAIT_SECONDS,
      default: 0,
      description: 'Seconds to wait for a notification when there is none.',
    }),
  ),
});

const NotificationJson = Model('ReadNotification', 'A notification as endpoints get it, with its place in the order.', {
  cursor: Type.String({ description: 'Where to go on after this one.' }),
  id: Uuid('The same at every endpoint.'),
  type: Type.String(),
  created_at: Instant(),
  data: Type.Object(
    {},
    {
      title: 'NotificationData',
      about: 'As in the `webhooks` of this type. For callers without `sell` the `checkout_id` of an offer is null.',
      additionalProperties: true,
    },
  ),
});

export const NotificationListJson = Model('NotificationList', 'Notifications, in an order that stays.', {
  notifications: Type.Array(NotificationJson),
  next_cursor: Type.String({ description: 'The `after` of the next request.' }),
  has_more: Type.Boolean({ description: 'The next request gets an answer at once; this one may be empty.' }),
});

export const notificationListJson = (
  { notifications, next, hasMore }: NotificationPage,
  { caller, payload }: { caller: Caller; payload: Payload },
): Static<typeof NotificationListJson> => ({
  notifications: notifications.map((one) => ({
    cursor: cursorText(cursorOf(one)),
    ...inPayload(readableBy(caller, one.body), payload),
  })),
  next_cursor: cursorText(next),
  has_more: hasMore,
});

/** @throws Refusal 400 */
export function readFrom({ after, type, limit = MAX_LIMIT, wait = 0 }: Static<typeof NotificationQuery>) {
  return {
    after: after === undefined ? null : after === LATEST ? LATEST : parseCursor(after),
    types: type === undefined ? NOTIFICATION_TYPES : typesFrom(type),
    limit,
    waitMs: wait * 1_000,
  } as const;
}

/** @throws Refusal 400 */
function typesFrom(sent: string): NotificationType[] {
  return sent.split(',').map((text) => {
    const known = NOTIFICATION_TYPES.find((type) => type === text);
    if (!known)
      throw requestRefusals.invalid_field({ field: 'type', rule: { type: 'string', enum: [...NOTIFICATION_TYPES] } });
    return known;
  });
}
