import { Type } from 'typebox';
import { conflict, declareRefusals, notFound } from '../platform/refusals/declare-refusals.ts';

export const apiKeyRefusals = declareRefusals({
  api_key_not_found: notFound('API key'),
  too_many_api_keys: conflict({
    facts: { max: Type.Integer() },
    en: ({ max }) => `There are ${max} API keys that work: revoke those that nothing uses any more`,
    cause: 'The organization has as many working API keys as it may have.',
    remedy: 'Revoke keys that are not used; the list shows when each was used last.',
  }),
});
