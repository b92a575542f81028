import { hash, randomBytes } from 'node:crypto';

/** 256 random bits cannot be guessed, so a plain SHA-256 is enough to store the token. */
const TOKEN_BYTES = 32;
export const TOKEN_LENGTH = 43;
const TOKEN = /^[\w-]{43}$/;

/** A token for a cookie or a one-time link. */
export const newToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url');
export const isToken = (text: string): boolean => TOKEN.test(text);
/** Only the hash is stored. Looking it up leaks nothing about the token through timing. */
export const tokenHash = (token: string): Buffer => hash('sha256', token, 'buffer');
