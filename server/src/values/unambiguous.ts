import { randomInt } from 'node:crypto';

/**
 * Characters of numbers that people read out on the phone and type at the door: none that are confused (0/O, 1/I/L,
 * U/V).
 */
export const UNAMBIGUOUS = '23456789ABCDEFGHJKMNPQRSTVWXYZ';

/**
 * Random characters, up to nine: 30^9 is below 2^48, the limit of `randomInt`. All are drawn at once: one by one took
 * longer than creating the rest of a ticket.
 */
export function unambiguousCharacters(length: number): string {
  let left = randomInt(UNAMBIGUOUS.length ** length);
  let characters = '';
  for (let index = 0; index < length; index++) {
    characters += UNAMBIGUOUS[left % UNAMBIGUOUS.length];
    left = Math.floor(left / UNAMBIGUOUS.length);
  }
  return characters;
}
