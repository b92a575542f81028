import { MAX_IDEMPOTENCY_KEY_LENGTH } from '../fields.ts';

const text = { type: 'string' };
const count = { type: 'integer', minimum: 0 };

/** What hooks write, whatever the operation: `components.headers`. */
export const headers = {
  'X-Request-Id': { description: "The caller's own id, or a new one. The log has it.", schema: text },
  'RateLimit-Limit': { description: 'Requests in 60 seconds.', schema: count },
  'RateLimit-Remaining': { description: 'Requests left in this window.', schema: count },
  'RateLimit-Reset': { description: 'Seconds until one more is allowed.', schema: count },
  'Retry-After': { description: 'Seconds to wait before the next try.', schema: count },
  'Idempotent-Replayed': {
    description: '`true` on the first answer to a POST, given again to the same Idempotency-Key.',
    schema: text,
  },
};
type Name = keyof typeof headers;

/** Statuses of answers that lack a header, or alone have it. */
const GIVEN: Record<Name, (status: string) => boolean> = {
  'X-Request-Id': () => true,
  // Not before anybody is counted: the key is not known, or the server is leaving.
  'RateLimit-Limit': (status) => !['401', '503'].includes(status),
  'RateLimit-Remaining': (status) => !['401', '503'].includes(status),
  'RateLimit-Reset': (status) => !['401', '503'].includes(status),
  'Retry-After': (status) => ['429', '503'].includes(status),
  // Not with answers that are not remembered.
  'Idempotent-Replayed': (status) => !['401', '403', '429', '500', '503'].includes(status),
};

/** The headers that one of these statuses may come with, by reference. */
export const headersOf = (statuses: string[]) =>
  Object.fromEntries(
    Object.entries(GIVEN)
      .filter(([, isGiven]) => statuses.some(isGiven))
      .map(([name]) => [name, { $ref: `#/components/headers/${name}` }]),
  );

/** What a hook reads with every POST. */
export const idempotencyKey = {
  in: 'header',
  name: 'Idempotency-Key',
  description: 'A repeated request within 24 hours gets the first answer, and nothing happens twice. A UUID is best.',
  schema: { type: 'string', minLength: 1, maxLength: MAX_IDEMPOTENCY_KEY_LENGTH },
};
