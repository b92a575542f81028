import { Type } from 'typebox';
import {
  badRequest,
  conflict,
  declareRefusals,
  gone,
  notFound,
  RetryAfter,
  tooMany,
} from '../platform/refusals/declare-refusals.ts';

/** Targets to which nothing is sent. */
export const targetRefusals = declareRefusals({
  url_not_https: badRequest({
    field: 'url',
    en: 'url must be an https URL',
    cause: 'Notifications are only sent over TLS.',
    remedy: 'Register an `https://` address.',
  }),
  url_with_credentials: badRequest({
    field: 'url',
    en: 'url must not contain a user name or password',
    cause: 'The address has a user name or a password before the host.',
    remedy: 'Leave them out: a receiver checks the signature instead.',
  }),
  url_not_public: badRequest({
    field: 'url',
    en: 'url must not point to a private or local address',
    cause: 'The address itself shows a machine that is not on the public internet.',
    remedy: 'Register a public address. For development the operator sets `WEBHOOK_ALLOW_PRIVATE_TARGETS=1`.',
  }),
});

export const webhookRefusals = declareRefusals({
  webhook_not_found: notFound('Webhook'),
  delivery_not_found: notFound('Delivery'),
  too_many_webhooks: conflict({
    facts: { max: Type.Integer() },
    en: ({ max }) => `An organization has at most ${max} webhooks: delete one first`,
    cause: 'The organization has the maximum number of webhooks.',
    remedy: 'Delete one that is no longer used.',
  }),
  webhook_inactive: conflict({
    en: 'Webhook is not active: set is_active to true first',
    cause: 'A test or a delivery was requested for an inactive webhook.',
    remedy: 'Set `is_active` to true with `PUT /webhooks/{id}`.',
  }),
});

/** Reading notifications. */
export const readingRefusals = declareRefusals({
  invalid_cursor: badRequest({
    field: 'after',
    en: 'after must be latest, or a cursor of an earlier answer',
    cause: 'The cursor has another form than those that the API answers.',
    remedy: 'Send a `cursor` or `next_cursor` as it was answered, `latest`, or no `after` for the beginning.',
  }),
  cursor_gone: gone({
    en: 'Notifications after this cursor are not kept any more, or the cursor is of another database',
    cause:
      'Notifications are kept for a limited time, and some after the cursor were deleted. Or the database was restored ' +
      'from a backup that is older than the cursor.',
    remedy: 'Read what is of interest through the API, and begin again without `after` or with `after=latest`.',
  }),
  too_many_waiting: tooMany({
    securityEvent: null,
    facts: RetryAfter,
    en: 'Too many requests wait for notifications: end one, or try again later',
    cause: 'The organization, or the server, has the maximum number of requests with `wait`.',
    remedy: 'Use one reader per program. Try again after Retry-After, or without `wait`.',
  }),
});
