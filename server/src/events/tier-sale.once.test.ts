import { describe, expect, test } from 'vitest';
import { isSaleOpen, saleHasEnded, saleStartsLater } from './tier-sale.ts';

const NOW = new Date('2027-02-01T04:00:00.000Z');
const [before, after] = [new Date(NOW.getTime() - 1), new Date(NOW.getTime() + 1)];

describe('the sale of a tier', () => {
  test.each([
    ['a millisecond before its start', { salesStart: after, salesEnd: null }, 'later'],
    ['at its start', { salesStart: NOW, salesEnd: null }, 'open'],
    ['without times of its own', { salesStart: null, salesEnd: null }, 'open'],
    ['between start and end', { salesStart: before, salesEnd: after }, 'open'],
    ['a millisecond before its end', { salesStart: null, salesEnd: after }, 'open'],
    ['at its end', { salesStart: null, salesEnd: NOW }, 'over'],
    ['after its end', { salesStart: before, salesEnd: before }, 'over'],
  ])('%s', (_, tier, state) => {
    expect({
      later: saleStartsLater(tier, NOW),
      open: isSaleOpen(tier, NOW),
      over: saleHasEnded(tier, NOW),
    }).toEqual({ later: state === 'later', open: state === 'open', over: state === 'over' });
  });
});
