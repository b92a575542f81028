import { declareRefusals, RetryAfter, tooMany, unavailable } from './declare-refusals.ts';

/** Temporary failures of the server, independent of the request: the same request may succeed later. */
export const serviceRefusals = declareRefusals({
  overloaded: unavailable({
    facts: RetryAfter,
    en: 'Too many requests at once: try again',
    cause: 'Too many requests for the same resource are waiting to be answered in time. This one was not processed.',
    remedy: 'Send it again after Retry-After.',
  }),
  /**
   * 429, not 503: nginx takes a 503 as the sign of an instance that stops, and sends that instance no requests at all.
   */
  too_many_readers: tooMany({
    securityEvent: null,
    facts: RetryAfter,
    en: 'Too many ask for this at once: try again',
    cause: 'Too many requests wait for a picture, or for tickets and passes to be drawn.',
    remedy: 'Send it again after Retry-After.',
  }),
  database_unavailable: unavailable({
    facts: RetryAfter,
    en: 'The database is not available: try again',
    cause:
      'The database does not answer or takes no writes, or a lock was held for too long. The request may have taken effect.',
    remedy: 'Send it again after Retry-After, with the same Idempotency-Key.',
  }),
  disk_full: unavailable({
    facts: RetryAfter,
    en: 'The disk of the server is full: nothing can be saved until there is free space',
    cause: 'The disk of the embedded database has no free space.',
    remedy: 'The operator must free disk space; the server then continues by itself.',
  }),
  starting: unavailable({
    facts: RetryAfter,
    en: 'Starting',
    cause: '`/readyz` was asked before the server was ready.',
    remedy: 'Try again after Retry-After.',
  }),
  shutting_down: unavailable({
    facts: RetryAfter,
    en: 'Shutting down: try again',
    cause: 'This instance is stopping. The request was not processed.',
    remedy: 'Send it again after Retry-After: another instance will answer.',
  }),
});
