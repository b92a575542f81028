import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isPersonName } from './person-name.ts';

test.each([
  'Ana Santos',
  'J.R. Cruz',
  'Ma.Theresa de los Reyes',
  'St.John',
  "O'Neil-Ñuñez",
  'Dr. Comia',
  'Pho Nguyen / Lisa',
  'Peña ✨ 王',
  'Ana @ Home',
  'x;=cmd',
])('%j is the name of a person', (name) => {
  expect(isPersonName(name)).toBe(true);
});

test.each([
  'Account locked!\nYour payment failed',
  'Ana\r\nBcc: x@example.com',
  'Ana\u2028Reyes',
  'Ana\u202Egnp.exe',
  'tab\tbed',
  'Confirm at https://evil.example/login',
  'ftp://x',
  'See www.evil.example',
  'WWW.evil',
  'evil.com',
  'Visit Evil.PH now',
  'evil.example/login',
  'a.b.shop',
])('%j is a message, not a name', (name) => {
  expect(isPersonName(name)).toBe(false);
});

test('letters, spaces and the marks of names are always accepted', () => {
  const letter = fc.constantFrom(...'abcdefghijklmnñopqrstuvwxyzÁÉÑ');
  const word = fc.array(letter, { minLength: 1, maxLength: 12 }).map((letters) => letters.join(''));
  const name = fc
    .array(word, { minLength: 1, maxLength: 5 })
    .chain((words) => fc.constantFrom(' ', '-', "'", ', ', '. ').map((mark) => words.join(mark)));
  fc.assert(fc.property(name, (text) => isPersonName(text)));
});
