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

/** Of 0 to 4: more than a hundred million guesses, by an attacker who knows the lists that have leaked. */
const MIN_SCORE = 3;

interface About {
  email: string;
  /** The names of the person and of the organizations: attackers try them first. */
  names: readonly string[];
}

/**
 * Refuses passwords of the leaked lists, keyboard patterns, repetitions, and what is made of names and address.
 * @param field what the password is called in the request
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

/** Loaded when a password is set, which is rare: the lists take 25 MB of memory. */
async function openEstimator(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory }, { dictionary, adjacencyGraphs: graphs }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  return new ZxcvbnFactory({ dictionary, graphs });
}
