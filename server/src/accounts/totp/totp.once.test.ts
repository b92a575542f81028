import { describe, expect, test } from 'vitest';
import { hotp, stepAt, stepOfCode } from './totp.ts';

const secret = Buffer.from('12345678901234567890');

describe('one-time codes', () => {
  // RFC 6238, appendix B.
  test.each([
    [59, '94287082'],
    [1111111109, '07081804'],
    [1111111111, '14050471'],
    [1234567890, '89005924'],
    [2000000000, '69279037'],
    [20000000000, '65353130'],
  ])('are those of the RFC at %d s', (seconds, code) => {
    expect(hotp(secret, stepAt(new Date(seconds * 1_000)), 8)).toBe(code);
  });

  // RFC 4226, appendix D.
  test('have six digits, including leading zeros', () => {
    expect([0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((counter) => hotp(secret, counter))).toEqual(
      '755224 287082 359152 969429 338314 254676 287922 162583 399871 520489'.split(' '),
    );
  });

  test('are accepted one step early and late, and no further', () => {
    const now = new Date(1_234_567_890_000);
    const step = stepAt(now);
    const found = [-2, -1, 0, 1, 2].map((off) => stepOfCode(secret, hotp(secret, step + off), now));
    expect(found).toEqual([undefined, step - 1, step, step + 1, undefined]);
  });

  test.each(['', '12345', '1234567', 'abcdef', '94287082'])('are refused if malformed: "%s"', (code) => {
    expect(stepOfCode(secret, code, new Date(59_000))).toBeUndefined();
  });

  test('may be typed with a space', () => {
    const now = new Date(59_000);
    const code = hotp(secret, stepAt(now));
    expect(stepOfCode(secret, `${code.slice(0, 3)} ${code.slice(3)}`, now)).toBe(1);
  });
});
