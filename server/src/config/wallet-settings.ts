import { type AppleCertificates, readAppleCertificates } from './apple-certificates.ts';
import type { Environment } from './environment.ts';
import { readGoogleWallet } from './google-wallet-settings.ts';

/** The settings of Apple passes, all of them or none. */
const APPLE = {
  passTypeId: 'APPLE_PASS_TYPE_ID',
  teamId: 'APPLE_TEAM_ID',
  certificate: 'APPLE_PASS_CERTIFICATE',
  key: 'APPLE_PASS_KEY',
  issuer: 'APPLE_WWDR_CERTIFICATE',
} as const;

/** How passes for Apple Wallet are signed. */
export interface ApplePasses extends AppleCertificates {
  passTypeId: string;
  teamId: string;
}

/** Tickets as passes of a wallet on the phone. */
export const readWalletSettings = (env: Environment) => ({
  /** null: pages have no button for Apple Wallet. */
  applePasses: readApplePasses(env),
  /** Where phones are told that a pass changed. */
  applePushUrl: env.apiUrl('APPLE_PUSH_URL', 'https://api.push.apple.com'),
  /** null: pages have no button for Google Wallet. */
  googleWallet: readGoogleWallet(env),
  /** Where Google is told that a ticket or its event changed. */
  googleWalletUrl: env.apiUrl('GOOGLE_WALLET_URL', 'https://walletobjects.googleapis.com'),
  /** Gives the access tokens for it. */
  googleTokenUrl: env.apiUrl('GOOGLE_TOKEN_URL', 'https://oauth2.googleapis.com/token'),
});

function readApplePasses(env: Environment): ApplePasses | null {
  const names = Object.values(APPLE);
  const given = names.filter((name) => env.has(name));
  const [first] = given;
  if (first === undefined) return null;
  for (const name of names) if (!env.has(name)) env.refuse(name, `be set with ${first}`);
  const [certificate, key, issuer] = [env.file(APPLE.certificate), env.file(APPLE.key), env.file(APPLE.issuer)];
  const [passTypeId, teamId] = [env.text(APPLE.passTypeId), env.text(APPLE.teamId)];
  if (!certificate || !key || !issuer || passTypeId === null || teamId === null) return null;
  const refuse = (setting: keyof typeof APPLE, rule: string) => env.refuse(APPLE[setting], rule);
  const certificates = readAppleCertificates({ certificate, key, issuer, passTypeId, teamId }, refuse);
  return certificates && { ...certificates, passTypeId, teamId };
}
