import { declareRefusals, RetryAfter, unavailable } from './declare-refusals.ts';

/** What the server cannot do at the moment, whatever was asked: the same request succeeds later. */
export const serviceRefusals = declareRefusals({
  overloaded: unavailable({
    facts: RetryAfter,
    en: 'Too many requests at once: try again',
    cause: 'More requests wait for the same thing than could be answered in time. Nothing of this one was done.',
    remedy: 'Send it again after Retry-After.',
  }),
  database_unavailable: unavailable({
    facts: RetryAfter,
    en: 'The database does not answer in time: try again',
    cause:
      'The connection to the database was lost, or a lock was held for too long. It may or may not have been done.',
    remedy: 'Send it again after Retry-After, with the same Idempotency-Key.',
  }),
  disk_full: unavailable({
    facts: RetryAfter,
    en: 'The disk of the server is full: nothing can be written until there is room again',
    cause: 'The disk of the embedded database has no room.',
    remedy: 'The operator has to make room; the server goes on by itself.',
  }),
  starting: unavailable({
    facts: RetryAfter,
    en: 'Starting',
    cause: '`/readyz` was asked before the server was ready.',
    remedy: 'Ask again after Retry-After.',
  }),
  shutting_down: unavailable({
    facts: RetryAfter,
    en: 'Shutting down: try again',
    cause: 'This instance was told to stop. Nothing of the request was done.',
    remedy: 'Send it again after Retry-After: another instance, or the next one, answers.',
  }),
});
