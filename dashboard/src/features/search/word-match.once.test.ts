import { expect, test } from 'vitest';
import { matches } from './word-match.ts';

test('each word of a search begins a word of the text, in any order, without accents and case', () => {
  expect(matches('Fête de la Musique: Makati', 'mus fete')).toBe(true);
  expect(matches('Fête de la Musique: Makati', 'MAKATI')).toBe(true);
  expect(matches('Fête de la Musique: Makati', 'usique')).toBe(false);
  expect(matches('Fête de la Musique: Makati', 'musique cebu')).toBe(false);
});

test('a search without a letter or digit finds nothing, as it finds no orders', () => {
  expect(matches('Fête de la Musique: Makati', '-')).toBe(false);
});
