import type { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { Type } from 'typebox';
import { accountRefusals } from '../refusals.ts';

/** Length instead of character classes, as in NIST SP 800-63B. Log-in throttling makes this length sufficient. */
const MIN_LENGTH = 10;
/** Longer than any typed password; a higher limit would only cost hashing time. */
const MAX_LENGTH = 200;

/** A password to be set. */
export const NewPassword = Type.String({ format: 'text', minLength: MIN_LENGTH, maxLength: MAX_LENGTH });
/** A password to be checked: the rules for new passwords do not apply. */
export const TriedPassword = Type.String({ format: 'text', maxLength: MAX_LENGTH });

/** On a scale of 0 to 4: an attacker with the leaked lists needs more than a hundred million guesses. */
const MIN_SCORE = 3;

interface About {
  email: string;
  /** The names of the person and of the organizations, which attackers try first. */
  names: readonly string[];
}

/**
 * Refuses leaked passwords, keyboard patterns, repetitions, and combinations of the names and the address.
 * @param field name of the password in the request
 * @throws Refusal password_guessable
 */
export async function requireGoodPassword(password: string, { email, names }: About, field = 'password') {
  const words = [...names, email, 'takilya'].flatMap((text) => [
    text,
    text.replaceAll(' ', ''),
    ...text.split(/[\s@.]+/),
  ]);
  const { score } = (await openEstimator()).check(password, words.filter(Boolean));
  if (score < MIN_SCORE) throw accountRefusals.password_guessable({ field });
}

/** Loads the lists only when a password is set, which is rare, because they take 25 MB of memory. */
async function openEstimator(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory }, { dictionary, adjacencyGraphs: graphs }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  return new ZxcvbnFactory({ dictionary, graphs });
}
