import { expect, test } from 'vitest';
import { linesOf } from './lines-of.ts';

test('a line has no spaces around it, and an empty one is none', () => {
  expect(linesOf('VIP lounge \n\n  Free\tdrinks\r\n ')).toEqual(['VIP lounge', 'Free\tdrinks']);
});
