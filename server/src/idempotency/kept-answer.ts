import { createHmac, hash } from 'node:crypto';
import { openSecret, sealSecret } from '../values/secret-box.ts';

/*
 * An answer may contain a secret that is shown only once: a new API key, a webhook's secret. It is therefore encrypted
 * with a key derived from the Idempotency-Key. That header is not stored; a retry sends it again. A reader of the
 * database or a dump can only guess it, and random keys, as recommended, cannot be guessed.
 */

/** The hash of an Idempotency-Key that is stored. */
export const hashOfKey = (key: string): string => hash('sha256', key, 'base64url');

/** The encryption key; unlike the hash, it is never stored. */
const answerKey = (key: string) =>
  createHmac('sha256', key).update('takilya: the answer of an Idempotency-Key').digest();

/** `about` names the request; the answer cannot be opened for another one. */
export const sealAnswer = (key: string, answer: string, about: string): string =>
  sealSecret([answerKey(key)], answer, about).toString('base64');

/** @throws Error if the answer was sealed with another key, or modified */
export const openAnswer = (key: string, sealed: string, about: string): string =>
  openSecret([answerKey(key)], Buffer.from(sealed, 'base64'), about);
