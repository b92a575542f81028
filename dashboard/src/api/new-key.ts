import { newKey as keyOfSdk } from '../../../sdk/typescript/src/core/new-key.ts';

/** For what must not be done twice. */
export const newKey = keyOfSdk;
