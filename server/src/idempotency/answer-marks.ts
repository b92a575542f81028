import { hash } from 'node:crypto';

/**
 * Stored answers are sealed with the client's Idempotency-Key, so the server cannot search them for a person whose data
 * is to be erased. A mark is 4 bytes of the hash of an e-mail address or id in the answer. It finds the answers to
 * erase. It is too short to identify a person: one in 4 billion addresses has the same, and then one answer too many is
 * erased.
 */
export const markOf = (text: string): number => hash('sha256', text.toLowerCase(), 'buffer').readInt32BE();

/** A JSON string that is an e-mail address or a UUID. */
const MARKED = /"([^"\s@]+@[^"\s@]+|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})"/gi;

/** The marks of an answer in JSON. */
export const marksOf = (answer: string): number[] => [
  ...new Set(Array.from(answer.matchAll(MARKED), ([, text = '']) => markOf(text))),
];
