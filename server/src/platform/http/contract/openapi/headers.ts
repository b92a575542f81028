import { MAX_IDEMPOTENCY_KEY_LENGTH } from '../fields.ts';

const text = { type: 'string' };
const count = { type: 'integer', minimum: 0 };

/** Headers that hooks set on every operation: `components.headers`. */
export const headers = {
  'X-Request-Id': { description: "The caller's own id, or a new one. Logged.", schema: text },
  'RateLimit-Limit': { description: 'Requests in 60 seconds.', schema: count },
  'RateLimit-Remaining': { description: 'Requests left in this window.', schema: count },
  'RateLimit-Reset': { description: 'Seconds until one more is allowed.', schema: count },
  'Retry-After': { description: 'Seconds to wait before a retry.', schema: count },
  'Idempotent-Replayed': {
    description: '`true` if this repeats the first answer to the same Idempotency-Key.',
    schema: text,
  },
};
type Name = keyof typeof headers;

/** The statuses that each header is sent with. */
const IS_SENT_WITH: Record<Name, (status: string) => boolean> = {
  'X-Request-Id': () => true,
  // Requests are not counted when the key is unknown or the server is stopping.
  'RateLimit-Limit': (status) => !['401', '503'].includes(status),
  'RateLimit-Remaining': (status) => !['401', '503'].includes(status),
  'RateLimit-Reset': (status) => !['401', '503'].includes(status),
  'Retry-After': (status) => ['429', '503'].includes(status),
  // Responses with these statuses are not stored.
  'Idempotent-Replayed': (status) => !['401', '403', '429', '500', '503'].includes(status),
};

/** The headers that responses with one of these statuses may have, by reference. */
export const headersOf = (statuses: string[]) =>
  Object.fromEntries(
    Object.entries(IS_SENT_WITH)
      .filter(([, isSentWith]) => statuses.some(isSentWith))
      .map(([name]) => [name, { $ref: `#/components/headers/${name}` }]),
  );

/** The header that a hook reads on every POST. */
export const idempotencyKey = {
  in: 'header',
  name: 'Idempotency-Key',
  description: 'A repeated request within 24 hours gets the first answer, and nothing happens twice. A UUID is best.',
  schema: { type: 'string', minLength: 1, maxLength: MAX_IDEMPOTENCY_KEY_LENGTH },
};
