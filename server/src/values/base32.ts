/**
 * RFC 4648 base32 without padding. It survives every scanner, keyboard layout and address bar, and a QR code encodes it
 * more compactly than other alphabets that do.
 */
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const BITS = 5;

export function base32(bytes: Uint8Array): string {
  let text = '';
  let buffer = 0;
  let bits = 0;
  for (const byte of bytes) {
    buffer = ((buffer << 8) | byte) & 0xfff;
    for (bits += 8; bits >= BITS; bits -= BITS) text += ALPHABET[(buffer >> (bits - BITS)) & 31];
  }
  return bits > 0 ? text + ALPHABET[(buffer << (BITS - bits)) & 31] : text;
}

/** @returns undefined when `text` is not exactly what `base32` writes: each byte sequence has one spelling */
export function parseBase32(text: string): Buffer | undefined {
  const bytes = Buffer.alloc(Math.floor((text.length * BITS) / 8));
  let length = 0;
  let buffer = 0;
  let bits = 0;
  for (const character of text) {
    const value = ALPHABET.indexOf(character);
    if (value < 0) return undefined;
    buffer = ((buffer << BITS) | value) & 0xfff;
    bits += BITS;
    if (bits >= 8) {
      bits -= 8;
      bytes[length++] = (buffer >> bits) & 0xff;
    }
  }
  return base32(bytes) === text ? bytes : undefined;
}
