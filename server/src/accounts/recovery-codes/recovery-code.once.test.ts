import { expect, test } from 'vitest';
import { newRecoveryCodes, RECOVERY_CODES, recoveryCodeHash } from './recovery-code.ts';

test('recovery codes are ten, differ, and have 120 bits in groups of four', () => {
  const codes = [...newRecoveryCodes(), ...newRecoveryCodes()];
  expect(new Set(codes).size).toBe(2 * RECOVERY_CODES);
  for (const code of codes) expect(code).toMatch(/^([A-Z2-7]{4}-){5}[A-Z2-7]{4}$/);
});

test.each(['ABCD-EFGH-IJKL-MNOP-QRST-UVWX', 'abcdefghijklmnopqrstuvwx', ' abcd efgh ijkl mnop qrst uvwx '])(
  'reads "%s"',
  (typed) => {
    expect(recoveryCodeHash(typed)).toEqual(recoveryCodeHash('ABCD-EFGH-IJKL-MNOP-QRST-UVWX'));
    expect(recoveryCodeHash(typed)).toHaveLength(32);
  },
);

test.each(['', '123456', 'ABCD-EFGH-IJKL-MNOP', 'ABCD-EFGH-IJKL-MNOP-QRST-UVWXY', 'ABCD-EFGH-IJKL-MNOP-QRST-UVW1'])(
  '"%s" is no recovery code',
  (typed) => {
    expect(recoveryCodeHash(typed)).toBeUndefined();
  },
);
