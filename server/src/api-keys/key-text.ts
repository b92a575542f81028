import { randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

const PREFIX = 'svc_live_';
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** 62^32 is 190 bits, which cannot be guessed, so a plain SHA-256 is enough to store the key. */
const RANDOM_LENGTH = 32;
/** 62^6 is more than 2^32. */
const CHECKSUM_LENGTH = 6;

const FORM = new RegExp(`^${PREFIX}([0-9A-Za-z]{${RANDOM_LENGTH}})([0-9A-Za-z]{${CHECKSUM_LENGTH}})?$`);

/** The pattern of new keys, for the API description. */
export const KEY_PATTERN = `^${PREFIX}[0-9A-Za-z]{${RANDOM_LENGTH + CHECKSUM_LENGTH}}$`;

/** Scanners for leaked secrets recognize a key by its prefix and confirm it by the checksum at its end. */
export function newKeyText(): string {
  const random = Array.from({ length: RANDOM_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return PREFIX + random + checksum(random);
}

/**
 * Whether the text can be a key. Mistyped or truncated keys are refused without a query. Keys created before checksums
 * existed end with their random part.
 */
export function isKeyText(text: string): boolean {
  const [, random, sum] = FORM.exec(text) ?? [];
  return random !== undefined && (sum === undefined || sum === checksum(random));
}

/** CRC-32 of the prefix and the random part, in the key's own alphabet. */
function checksum(random: string): string {
  let rest = crc32(PREFIX + random);
  let text = '';
  for (let length = 0; length < CHECKSUM_LENGTH; length++) {
    text = ALPHABET[rest % ALPHABET.length] + text;
    rest = Math.floor(rest / ALPHABET.length);
  }
  return text;
}
