import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { openSecret, SECRET_KEY_BYTES, sealSecret } from './secret-box.ts';

const key = randomBytes(SECRET_KEY_BYTES);
const other = randomBytes(SECRET_KEY_BYTES);
const SECRET = 'sk_live_ñandú';

describe('a sealed secret', () => {
  test('opens with the key and the owner that it was sealed with', () => {
    expect(openSecret([key], sealSecret([key], SECRET, 'a paymongo'), 'a paymongo')).toBe(SECRET);
  });

  test('reveals nothing of the secret, and differs each time', () => {
    const [first, second] = [sealSecret([key], SECRET, 'a'), sealSecret([key], SECRET, 'a')];
    expect(first.includes(SECRET)).toBe(false);
    expect(first.equals(second)).toBe(false);
  });

  test('is sealed with the first key and opens with any of them', () => {
    const old = sealSecret([key], SECRET, 'a');
    expect(openSecret([other, key], old, 'a')).toBe(SECRET);
    const renewed = sealSecret([other, key], SECRET, 'a');
    expect(openSecret([other], renewed, 'a')).toBe(SECRET);
    expect(() => openSecret([key], renewed, 'a')).toThrow('SECRETS_KEY');
  });

  test('does not open for another owner, even with the right key', () => {
    expect(() => openSecret([key], sealSecret([key], SECRET, 'a paymongo'), 'b paymongo')).toThrow('SECRETS_KEY');
  });

  test.each([0, 12, 28])('does not open when byte %i was changed', (index) => {
    const sealed = sealSecret([key], SECRET, 'a');
    sealed.writeUInt8(sealed.readUInt8(index) ^ 1, index);
    expect(() => openSecret([key], sealed, 'a')).toThrow('SECRETS_KEY');
  });

  test.each([0, 11, 20])('does not open when it is truncated to %i bytes', (bytes) => {
    expect(() => openSecret([key], sealSecret([key], SECRET, 'a').subarray(0, bytes), 'a')).toThrow('SECRETS_KEY');
  });

  test('needs a key', () => {
    expect(() => sealSecret([], SECRET, 'a')).toThrow('SECRETS_KEY is not set');
    expect(() => openSecret([], Buffer.alloc(40), 'a')).toThrow('SECRETS_KEY is not set');
  });
});
