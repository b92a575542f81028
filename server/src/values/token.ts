import { hash, randomBytes } from 'node:crypto';

/** 256 bits: nothing to guess, so that a plain SHA-256 is enough to store it. */
const TOKEN_BYTES = 32;
export const TOKEN_LENGTH = 43;
const TOKEN = /^[\w-]{43}$/;

/** What a cookie or a one-time link holds. */
export const newToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url');
export const isToken = (text: string): boolean => TOKEN.test(text);
/** What is stored of it. The look-up by hash leaks nothing about the token by its timing. */
export const tokenHash = (token: string): Buffer => hash('sha256', token, 'buffer');
