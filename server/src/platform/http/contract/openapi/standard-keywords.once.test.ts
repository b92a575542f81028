import { expect, test } from 'vitest';
import { BrowserUrl, Email, HttpsUrl, Name, Pesos, Text, Timestamp, Uuid } from '../fields.ts';
import { withStandardKeywords } from './standard-keywords.ts';

test('our own formats become standard ones', () => {
  const formats = [
    Uuid(),
    Email(),
    Timestamp(),
    HttpsUrl('A picture.'),
    BrowserUrl('A page.'),
    Pesos(),
    Name(),
    Text(10),
  ].map((field) => (withStandardKeywords(field) as { format?: string }).format);
  expect(formats).toEqual(['uuid', 'email', 'date-time', 'uri', 'uri', 'double', undefined, undefined]);
});

test('a property named format is kept', () => {
  const schema = { type: 'object', properties: { format: { type: 'string', format: 'text' } } };
  expect(withStandardKeywords(schema)).toEqual({ type: 'object', properties: { format: { type: 'string' } } });
});

test('several types become anyOf, and nullable items become a condition', () => {
  const seats = {
    description: 'Seats',
    type: ['integer', 'array'],
    minimum: 1,
    maxItems: 9,
    items: { type: ['integer', 'null'], minimum: 1 },
  };
  expect(withStandardKeywords(seats)).toEqual({
    description: 'Seats',
    anyOf: [
      { type: 'integer', minimum: 1 },
      { type: 'array', maxItems: 9, items: { if: { type: 'null' }, else: { type: 'integer', minimum: 1 } } },
    ],
  });
  expect(withStandardKeywords({ type: ['string', 'null'] })).toEqual({ type: ['string', 'null'] });
});
