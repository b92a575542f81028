import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { expect, test, vi } from 'vitest';
import { requireGoodPassword } from './password-rules.ts';

const ANA = { email: 'ana.santos@example.com', names: ['Ana Santos', 'Mabuhay Concerts'] };

test.each([
  'password123',
  '1234567890',
  'qwertyuiop',
  '          ',
  'iloveyou123',
  'Takilya2026',
  'x'.repeat(200),
  'ana.santos@example.com',
  'AnaSantos2026',
  'Mabuhay Concerts',
  'mabuhayconcerts1',
  'm4buh4yc0nc3rt51',
  'password'.repeat(25),
  'p4$$w0rd'.repeat(25),
  'Ana Santos'.repeat(3),
  'Ana Santos'.repeat(20),
  'qwertyuiop1234567890'.repeat(10),
])('%j is easy to guess', async (password) => {
  await expect(requireGoodPassword(password, ANA, 'password.new')).rejects.toMatchObject({
    code: 'password_guessable',
    field: 'password.new',
  });
});

test.each([
  'correct horse battery',
  'araw gabi kape ulan',
  'Xk3!f9sLq0',
  'tag-ulan sa Baguio',
  'Ten carabaos cross the river at noon while the oldest farmer counts them, and one of them is always missing',
  'Xk3!f9sLq0vR7#tB2@wM'.repeat(10),
])('%j is a good password', async (password) => {
  await expect(requireGoodPassword(password, ANA)).resolves.toBeUndefined();
});

test('estimates a bounded part of a long password, with a bounded number of words about the person', async () => {
  const check = vi.spyOn(ZxcvbnFactory.prototype, 'check');
  const letters = [...'abcdefghijklmnopqrstuvwxyz'.repeat(4)].join(' ').slice(0, 200);
  const names = [
    'Ana Santos',
    letters,
    'x'.repeat(200),
    ...Array.from({ length: 100 }, (_, i) => `Band ${i} of Manila`),
  ];
  await requireGoodPassword(`4@8({[<369&#!1/|0$5+7%2${'Xk3!f9sLq0'.repeat(17)}`, { ...ANA, names });
  const [part = '', words = []] = check.mock.lastCall ?? [];
  expect({ part: part.length, words: words.length }).toEqual({ part: 64, words: 60 });
  expect(check.mock.contexts.at(-1)).toMatchObject({ options: { l33tMaxSubstitutions: 8 } });
  check.mockRestore();
  expect(words).toEqual(expect.arrayContaining(['takilya', ANA.email, 'AnaSantos', 'Band 0 of Manila']));
  expect(Math.max(...words.map((word) => String(word).length))).toBe(64);
});
