import { createPrivateKey } from 'node:crypto';
import type { Environment } from './environment.ts';

const ISSUER = 'GOOGLE_WALLET_ISSUER_ID';
const ACCOUNT = 'GOOGLE_WALLET_SERVICE_ACCOUNT';

/** Size of the keys that Google makes. Links with a longer signature would be too long for browsers. */
const KEY_BITS = 2_048;

/** What links that save a ticket in Google Wallet, and requests to change it, are signed with. */
export interface GoogleWallet {
  issuerId: string;
  /** E-mail address of the service account. */
  email: string;
  /** RSA, in PEM. */
  key: string;
}

export function readGoogleWallet(env: Environment): GoogleWallet | null {
  const issuerId = env.text(ISSUER);
  if (issuerId === null && !env.has(ACCOUNT)) return null;
  if (issuerId === null) env.refuse(ISSUER, `be set with ${ACCOUNT}`);
  else if (!/^\d{1,20}$/.test(issuerId)) env.refuse(ISSUER, 'be the number of an issuer');
  if (!env.has(ACCOUNT)) env.refuse(ACCOUNT, `be set with ${ISSUER}`);
  const file = env.file(ACCOUNT);
  const account = file && readAccount(file);
  if (file && !account)
    env.refuse(ACCOUNT, 'be the JSON file of a key of a service account, with client_email and private_key');
  return account && issuerId !== null ? { issuerId, ...account } : null;
}

/** @returns null when it is no such file; the reason may quote the key */
function readAccount(file: Buffer): { email: string; key: string } | null {
  try {
    const { client_email: email, private_key: key } = JSON.parse(file.toString('utf8')) as Record<string, unknown>;
    const { asymmetricKeyType: type, asymmetricKeyDetails: details } = createPrivateKey(String(key));
    const isUsual = type === 'rsa' && details?.modulusLength === KEY_BITS;
    return isUsual && typeof email === 'string' ? { email, key: String(key) } : null;
  } catch {
    return null;
  }
}
