import type { ApplePasses } from '../../config/wallet-settings.ts';
import type { PassFacts } from './apple-pass.ts';
import { type PassOfTicket, passSerial, passToken } from './pass-serial.ts';

/** Below the public URL: where phones ask for changes of their passes. */
export const APPLE_SERVICE = '/wallet/apple';

interface Service {
  signing: ApplePasses;
  publicUrl: string;
  /** Of the organization. */
  walletKey: Uint8Array;
}

/** Phones ask nobody for changes but a server with https. */
export function passFacts(
  { signing, publicUrl, walletKey }: Service,
  pass: PassOfTicket,
  { isReplaced }: Pick<PassFacts, 'isReplaced'>,
): PassFacts {
  const serial = passSerial(pass);
  const updates = { url: publicUrl + APPLE_SERVICE, token: passToken(serial, walletKey) };
  return { serial, updates: publicUrl.startsWith('https:') ? updates : null, isReplaced, signing };
}
