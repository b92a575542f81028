import type { ApplePasses } from '../../config/wallet-settings.ts';
import { type PassOfTicket, passSerial, passToken } from './pass-serial.ts';

/** What a pass needs beside its ticket. */
export interface PassFacts {
  serial: string;
  /** Where the phone asks for changes, and what it proves itself with; null: the server has no https address. */
  updates: { url: string; token: string } | null;
  /** The ticket has a newer code, so this pass shows nothing of it but the event. */
  isReplaced: boolean;
  signing: ApplePasses;
}

/** Below the public URL: where phones ask for changes of their passes. */
export const APPLE_SERVICE = '/wallet/apple';

interface Service {
  signing: ApplePasses;
  publicUrl: string;
  /** The organization's key, which proves that a phone has a pass. */
  walletKey: Uint8Array;
}

/** The facts of a pass. Phones ask only a server with https for changes, so other passes name no address for them. */
export function passFacts(
  { signing, publicUrl, walletKey }: Service,
  pass: PassOfTicket,
  { isReplaced }: Pick<PassFacts, 'isReplaced'>,
): PassFacts {
  const serial = passSerial(pass);
  const updates = { url: publicUrl + APPLE_SERVICE, token: passToken(serial, walletKey) };
  return { serial, updates: publicUrl.startsWith('https:') ? updates : null, isReplaced, signing };
}
