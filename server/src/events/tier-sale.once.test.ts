import { describe, expect, test } from 'vitest';
import { isSaleOpen, saleHasEnded, saleStartsLater } from './tier-sale.ts';

const NOW = new Date('2027-02-01T04:00:00.000Z');
const [before, after] = [new Date(NOW.getTime() - 1), new Date(NOW.getTime() + 1)];

describe('the sale of a tier', () => {
  test.each([
    ['a millisecond before its start', { salesStartDatetime: after, salesEndDatetime: null }, 'later'],
    ['at its start', { salesStartDatetime: NOW, salesEndDatetime: null }, 'open'],
    ['without times of its own', { salesStartDatetime: null, salesEndDatetime: null }, 'open'],
    ['between start and end', { salesStartDatetime: before, salesEndDatetime: after }, 'open'],
    ['a millisecond before its end', { salesStartDatetime: null, salesEndDatetime: after }, 'open'],
    ['at its end', { salesStartDatetime: null, salesEndDatetime: NOW }, 'over'],
    ['after its end', { salesStartDatetime: before, salesEndDatetime: before }, 'over'],
  ])('%s', (_, tier, state) => {
    expect({
      later: saleStartsLater(tier, NOW),
      open: isSaleOpen(tier, NOW),
      over: saleHasEnded(tier, NOW),
    }).toEqual({ later: state === 'later', open: state === 'open', over: state === 'over' });
  });
});
