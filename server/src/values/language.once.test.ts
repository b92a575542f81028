import { describe, expect, test } from 'vitest';
import { acceptedLanguage, parseLanguage } from './language.ts';

test.each([
  ['fil', 'fil'],
  ['FIL-PH', 'fil'],
  ['tl', 'fil'],
  ['en-US', 'en'],
  ['de', undefined],
  ['filipino', undefined],
  ['', undefined],
  [['fil'], undefined],
  [undefined, undefined],
])('the name %j is the language %j', (name, language) => {
  expect(parseLanguage(name)).toBe(language);
});

describe('Accept-Language', () => {
  test.each([
    ['fil-PH,fil;q=0.9,en-US;q=0.8,en;q=0.7', 'fil'],
    ['en-PH,en;q=0.9,fil;q=0.8', 'en'],
    ['en;q=0.5, tl', 'fil'],
    ['de-DE,de;q=0.9,fil;q=0.1', 'fil'],
    ['fil;q=0, en;q=0.1', 'en'],
    ['fil;q=0', undefined],
    ['de, *;q=0.5', undefined],
    ['fil;q=x', 'fil'],
    [';;,,;q=', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('%j gives %j', (header, language) => {
    expect(acceptedLanguage(header)).toBe(language);
  });
});
