import { Type } from 'typebox';
import { badRequest, conflict, declareRefusals } from '../platform/refusals/declare-refusals.ts';

export const idempotencyRefusals = declareRefusals({
  invalid_idempotency_key: badRequest({
    facts: { max_length: Type.Integer() },
    field: 'Idempotency-Key',
    en: ({ max_length }) => `Idempotency-Key must be a string of 1 to ${max_length} characters`,
    cause: 'The header Idempotency-Key is empty or too long.',
    remedy: 'Send a UUID.',
  }),
  idempotency_key_in_use: conflict({
    en: 'A request with this Idempotency-Key is still running',
    cause: 'The first request with this key is not answered yet.',
    remedy: 'Send the same request again after a second to get the first answer.',
  }),
  idempotency_key_reused: conflict({
    en: 'This Idempotency-Key was used with another request',
    cause: 'Within 24 hours the key was sent to the same address with another body or query.',
    remedy: 'Use a new key for every new request, and the same body when you repeat one.',
  }),
  idempotency_answer_erased: conflict({
    en: 'The answer to this Idempotency-Key was erased together with the personal data in it',
    cause:
      'The first request with this key was carried out. The person in its answer asked for the erasure of their data.',
    remedy: 'Read what was created with a GET request. The request does not run again.',
  }),
});
