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

/**
 * Characters that are estimated: what follows can only make a password stronger. The estimate runs on the event loop,
 * and its cost grows with the square of the length: 200 hostile characters took up to 1.5 s, 64 take 10 to 60 ms.
 */
const MAX_ESTIMATED = 64;
/** Readings of digits and signs as letters. The default, 100, found nothing more, and costs 4 times as much. */
const MAX_READINGS = 8;
/** Words about the person, among which every part of the password is looked up. Ten organizations have about 50. */
const MAX_WORDS = 60;
/** Words of one name: a long one leaves room for the others. */
const MAX_WORDS_OF_NAME = 8;

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
  const words = ['takilya', ...[email, ...names].flatMap(wordsOf)].slice(0, MAX_WORDS);
  const { score } = (await openEstimator()).check(estimatedPart(password), words);
  if (score < MIN_SCORE) throw accountRefusals.password_guessable({ field });
}

/** The text as it is, without its spaces, and its words. A single letter says nothing, and is found everywhere. */
function wordsOf(text: string): string[] {
  const words = text.split(/[\s@.]+/).slice(0, MAX_WORDS_OF_NAME);
  return [text, text.replaceAll(' ', ''), ...words]
    .filter((word) => word.length > 1)
    .map((word) => word.slice(0, MAX_ESTIMATED));
}

/**
 * A repetition counts as two turns of what it repeats: in longer ones the estimator misses the words about the person,
 * and takes an incomplete last turn for something new.
 */
function estimatedPart(password: string): string {
  const part = password.slice(0, MAX_ESTIMATED);
  return part.slice(0, 2 * periodOf(part));
}

/** Length of what a text repeats; its own length if it repeats nothing. */
function periodOf(text: string): number {
  for (let period = 1; period <= text.length / 2; period++) if (text.startsWith(text.slice(period))) return period;
  return text.length;
}

/** Loads the lists only when a password is set, which is rare, because they take 25 MB of memory. */
async function openEstimator(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory }, { dictionary, adjacencyGraphs: graphs }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  return new ZxcvbnFactory({ dictionary, graphs, l33tMaxSubstitutions: MAX_READINGS });
}
