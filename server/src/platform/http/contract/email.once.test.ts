import fc from 'fast-check';
import addressparser from 'nodemailer/lib/addressparser/index.js';
import { expect, test } from 'vitest';
import { isEmail } from './validation.ts';

test.each(['ana@example.com', "o'neil+gabi@mail.example.co", 'piña@niño.example', 'a@b.c'])(
  '%s is an e-mail address',
  (address) => expect(isEmail(address)).toBe(true),
);

test.each([
  ...['victim@x.co>', 'victim@x.co;', 'victim@x.co;b', 'victim@x.co<b', 'victim@x.co(a)', 'victim@"x".co', 'a@x:25.co'],
  ...[
    'a@x.co\u200b',
    'a\u200b@x.co',
    'a@\u00adx.co',
    'a@ｘ.co',
    'a@ⓧ.co',
    'a@[127.0.0.1]',
    'a@x\\.co',
    'a@b',
    'a@.co',
    'a@x..co',
    'a b@x.co',
  ],
])('%j is none', (address) => expect(isEmail(address)).toBe(false));

test('every address that is accepted is one mailbox to a mail program, the one that was typed', () => {
  const part = fc.string({
    unit: fc.constantFrom(...'abcdefghijklm.@<>;:,"()[]\\ \u200b'),
    minLength: 1,
    maxLength: 4,
  });
  let accepted = 0;
  fc.assert(
    fc.property(part, part, (local, domain) => {
      const address = `${local}@${domain}.co`;
      if (!isEmail(address)) return;
      accepted++;
      expect(addressparser(address)).toEqual([{ address, name: '' }]);
    }),
    { numRuns: 2_000 },
  );
  expect(accepted).toBeGreaterThan(100);
});
