import { randomBytes } from 'node:crypto';
import { base32 } from '../../values/base32.ts';
import { tokenHash } from '../../values/token.ts';

/** Enough for years of lost phones, few enough to print. */
export const RECOVERY_CODES = 10;
/** 120 bits: a code cannot be guessed, and the plain SHA-256 of a stolen table cannot be searched for one either. */
const CODE_BYTES = 15;
const GROUPS_OF_FOUR = /.{4}(?=.)/g;
/** A code without the characters that people type between its groups. */
const CODE = /^[A-Z2-7]{24}$/;

/** New codes as they are shown: `ABCD-EFGH-IJKL-MNOP-QRST-UVWX`. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, () => base32(randomBytes(CODE_BYTES)).replaceAll(GROUPS_OF_FOUR, '$&-'));

/** @returns what is stored of a code, however it was typed; undefined for text that is no recovery code */
export function recoveryCodeHash(typed: string): Buffer | undefined {
  const code = typed.replaceAll(/[\s-]/g, '').toUpperCase();
  return CODE.test(code) ? tokenHash(code) : undefined;
}
