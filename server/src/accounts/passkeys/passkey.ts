import type { Uuid } from '../../values/uuid.ts';

/** A person has a few devices. Each passkey is a way in, so the list has to stay short enough to read. */
export const MAX_PASSKEYS = 10;
/** How long the browser may ask for a finger or a PIN: the longest time that WebAuthn recommends. */
export const CHALLENGE_SECONDS = 5 * 60;

/** A key of a device that proves possession of it, and that its owner unlocked it. */
export interface Passkey {
  userId: Uuid;
  id: Uuid;
  name: string;
  createdAt: Date;
  lastUsedAt: Date | null;
}
