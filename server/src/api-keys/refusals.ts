import { declareRefusals, notFound } from '../platform/refusals/declare-refusals.ts';

export const apiKeyRefusals = declareRefusals({
  api_key_not_found: notFound('API key'),
});
