import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { newId } from '../server/src/values/uuid.ts';
import type { Dice } from './dice.ts';

/**
 * Takes ids, ticket numbers and the tokens of forms from the dice. Rows of the same millisecond are sorted by their
 * random bits, so without this the same seed would give another run. This applies to the whole process, until the
 * returned function is called.
 */
export function seedCrypto(dice: Dice): () => void {
  const { randomFillSync, randomInt, randomBytes } = crypto;
  let fills = 0;
  replace({
    randomFillSync: (bytes: Buffer) => {
      fills++;
      for (let at = 0; at < bytes.length; at++) bytes[at] = dice.below(256);
      return bytes;
    },
    randomInt: (limit: number) => dice.below(limit),
    randomBytes: (size: number) => Buffer.from(Array.from({ length: size }, () => dice.below(256))),
  });
  // Ids are drawn in advance, so this discards those of an earlier run.
  while (fills === 0) newId(new Date(0));
  return () => replace({ randomFillSync, randomInt, randomBytes });
}

/** Updates existing imports of these functions. */
function replace(functions: Record<string, unknown>) {
  Object.assign(crypto, functions);
  syncBuiltinESMExports();
}
