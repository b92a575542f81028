import { createHmac, timingSafeEqual } from 'node:crypto';

/** The defaults of every authenticator app: RFC 6238 with SHA-1, six digits, 30 seconds. */
const STEP_SECONDS = 30;
const DIGITS = 6;
/**
 * A recovery code is accepted in the same field: 29 characters with its dashes. The rest is room for spaces that people
 * type.
 */
export const MAX_TOTP_LENGTH = 32;
/** Tolerates a phone clock that is slightly off, and a code that changed while it was typed. */
const STEPS_OFF = 1;

/** RFC 4226: the code of one counter. */
export function hotp(secret: Buffer, counter: number, digits = DIGITS): string {
  const message = Buffer.alloc(8);
  message.writeBigUInt64BE(BigInt(counter));
  const mac = createHmac('sha1', secret).update(message).digest();
  const offset = (mac.at(-1) ?? 0) & 0xf;
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 10 ** digits).padStart(digits, '0');
}

export const stepAt = (now: Date): number => Math.floor(now.getTime() / 1_000 / STEP_SECONDS);

/** @returns the accepted step that has this code; undefined if none has */
export function stepOfCode(secret: Buffer, code: string, now: Date): number | undefined {
  const given = Buffer.from(
    code
      .replaceAll(' ', '')
      .padEnd(DIGITS)
      .slice(0, DIGITS + 1),
  );
  let found: number | undefined;
  for (let step = stepAt(now) - STEPS_OFF; step <= stepAt(now) + STEPS_OFF; step++) {
    const expected = Buffer.from(hotp(secret, step));
    if (given.length === expected.length && timingSafeEqual(given, expected)) found = step;
  }
  return found;
}

/** The content of the QR code for an authenticator app. */
export function otpauthUrl(secret: string, email: string): string {
  const query = new URLSearchParams({ secret, issuer: 'Takilya' });
  return `otpauth://totp/${encodeURIComponent(`Takilya:${email}`)}?${query}`;
}
