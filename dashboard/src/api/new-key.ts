import { newKey as keyOfSdk } from '../../../sdk/typescript/src/core/new-key.ts';

/** An Idempotency-Key, for requests that must not be carried out twice. */
export const newKey = keyOfSdk;
