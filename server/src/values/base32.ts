/**
 * Bytes as RFC 4648 base32 without padding: what a QR code packs tightest among the characters that survive every
 * scanner, keyboard layout and address bar.
 */
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const BITS = 5;

export function base32(bytes: Uint8Array): string {
  let text = '';
  let held = 0;
  let bits = 0;
  for (const byte of bytes) {
    held = ((held << 8) | byte) & 0xfff;
    for (bits += 8; bits >= BITS; bits -= BITS) text += ALPHABET[(held >> (bits - BITS)) & 31];
  }
  return bits > 0 ? text + ALPHABET[(held << (BITS - bits)) & 31] : text;
}

/** @returns undefined when `text` is not exactly what `base32` writes: bytes have one spelling */
export function parseBase32(text: string): Buffer | undefined {
  const bytes = Buffer.alloc(Math.floor((text.length * BITS) / 8));
  let length = 0;
  let held = 0;
  let bits = 0;
  for (const character of text) {
    const value = ALPHABET.indexOf(character);
    if (value < 0) return undefined;
    held = ((held << BITS) | value) & 0xfff;
    bits += BITS;
    if (bits >= 8) {
      bits -= 8;
      bytes[length++] = (held >> bits) & 0xff;
    }
  }
  return base32(bytes) === text ? bytes : undefined;
}
