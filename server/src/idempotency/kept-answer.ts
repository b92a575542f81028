import { createHmac, hash } from 'node:crypto';
import { openSecret, sealSecret } from '../values/secret-box.ts';

/*
 * An answer may show what nobody is to see again: a new API key, a webhook's secret. So it is sealed, and what opens it is
 * made of the Idempotency-Key, which is not stored: who asks again brings it. Whoever reads the database or a dump can
 * only guess keys, and those that are random, as they are meant to be, cannot be guessed.
 */

/** What is stored of an Idempotency-Key. */
export const hashOfKey = (key: string): string => hash('sha256', key, 'base64url');

/** Not a hash that is stored anywhere. */
const answerKey = (key: string) =>
  createHmac('sha256', key).update('takilya: the answer of an Idempotency-Key').digest();

/** `about` names the request: the answer opens for no other. */
export const sealAnswer = (key: string, answer: string, about: string): string =>
  sealSecret([answerKey(key)], answer, about).toString('base64');

/** @throws Error when another key sealed it, or it was changed */
export const openAnswer = (key: string, sealed: string, about: string): string =>
  openSecret([answerKey(key)], Buffer.from(sealed, 'base64'), about);
