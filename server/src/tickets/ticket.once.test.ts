import { describe, expect, test } from 'vitest';
import { newTicketNumber, ticketNumberFrom } from './ticket.ts';

describe('a ticket number', () => {
  test('has ten characters that are not confused', () => {
    for (let count = 0; count < 500; count++)
      expect(newTicketNumber()).toMatch(/^[2-9A-HJKMNP-TV-Z]{5}-[2-9A-HJKMNP-TV-Z]{5}$/);
  });

  test('differs each time', () => {
    expect(new Set(Array.from({ length: 1_000 }, newTicketNumber)).size).toBe(1_000);
  });

  test.each(['ab3de-fgh45', 'AB3DEFGH45', ' ab3de fgh45 ', 'AB3DE-FGH45'])('is recognized as typed: %s', (typed) => {
    expect(ticketNumberFrom(typed)).toBe('AB3DE-FGH45');
  });

  test('leaves other texts as they were scanned', () => {
    expect(ticketNumberFrom('https://example.com/')).toBe('https://example.com/');
  });
});
