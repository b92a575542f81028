import { perStore } from '../platform/database/per-database.ts';
import { Allowances } from '../platform/work/allowances.ts';

/**
 * Wrong codes of one event before guessing is suspected. A crowd of buyers mistypes less, and a code of which three
 * letters or digits are unknown takes 46,000 guesses: five days. Events with wrong codes in the last minutes are few.
 */
const WRONG_CODES = { most: 100, everySeconds: 10, names: 10_000 };

/**
 * Wrong codes of one event from one network, on its page: half of what the event has, so that one network alone cannot
 * close the event's codes to all buyers. Behind one address of a mobile network are thousands of people, some of whom
 * mistype.
 */
const WRONG_CODES_OF_NETWORK = { most: 50, everySeconds: 20, names: 100_000 };

/** By `eventName` and network. */
export const guessesOfNetworks = perStore(() => new Allowances(WRONG_CODES_OF_NETWORK));

/**
 * By `eventName`. In memory: in an on-sale where all buyers have a code, they would all wait for the row that counts a
 * mistyped one.
 */
export const promoGuessesOf = perStore(() => new Allowances(WRONG_CODES));
