import { sign } from 'node:crypto';
import type { GoogleWallet } from '../../config/google-wallet-settings.ts';

/** 256 bytes of the service account's key. */
export const SIGNATURE_CHARACTERS = 342;
const HEADER = { alg: 'RS256', typ: 'JWT' };

/** A JSON web token without its signature. */
export const unsignedToken = (claims: object): string =>
  [HEADER, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');

/** The token, signed by the service account. */
export const signedToken = (unsigned: string, { key }: GoogleWallet): string =>
  `${unsigned}.${sign('RSA-SHA256', Buffer.from(unsigned), key).toString('base64url')}`;
