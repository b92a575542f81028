import fc from 'fast-check';
import { expect, test } from 'vitest';
import { base32, parseBase32 } from './base32.ts';

test.each([
  ['', ''],
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foo', 'MZXW6'],
  ['foob', 'MZXW6YQ'],
  ['fooba', 'MZXW6YTB'],
  ['foobar', 'MZXW6YTBOI'],
])('writes the examples of RFC 4648: "%s"', (text, written) => {
  expect(base32(Buffer.from(text))).toBe(written);
});

test('reads back what it writes, and accepts no other spelling', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      const text = base32(bytes);
      expect(parseBase32(text)).toEqual(Buffer.from(bytes));
      for (const other of [`${text}A`, `${text}=`, `1${text}`, text.toLowerCase()])
        if (other !== text) expect(parseBase32(other)).not.toEqual(Buffer.from(bytes));
    }),
  );
});

test.each(['MZ', 'M', 'MY======', 'MZXW6YTB0I', 'mzxw6'])('rejects %s: each byte sequence has one spelling', (text) => {
  expect(parseBase32(text)).toBeUndefined();
});
