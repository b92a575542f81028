import { describe, expect, test } from 'vitest';
import { isKeyText, newKeyText } from './key-text.ts';

describe('the text of a key', () => {
  test('has a prefix, 190 random bits and a checksum', () => {
    const keys = new Set(Array.from({ length: 1_000 }, newKeyText));
    expect(keys.size).toBe(1_000);
    for (const key of keys) {
      expect(key).toMatch(/^svc_live_[0-9A-Za-z]{38}$/);
      expect(isKeyText(key)).toBe(true);
    }
  });

  test('is told from what is mistyped, at every place', () => {
    const key = newKeyText();
    for (let at = 'svc_live_'.length; at < key.length; at++) {
      const other = key[at] === 'x' ? 'y' : 'x';
      expect(isKeyText(key.slice(0, at) + other + key.slice(at + 1))).toBe(false);
    }
    expect(isKeyText(key.slice(0, -1))).toBe(false);
    expect(isKeyText(`${key}0`)).toBe(false);
    expect(isKeyText(key.slice('svc_live_'.length))).toBe(false);
    expect(isKeyText('')).toBe(false);
  });

  test('of old keys had no checksum', () => {
    expect(isKeyText(`svc_live_${'0aZ9'.repeat(8)}`)).toBe(true);
  });
});
