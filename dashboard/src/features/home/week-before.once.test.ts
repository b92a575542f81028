import { expect, test } from 'vitest';
import { roundUp } from '../../charts/round-up.ts';
import { soFarAWeekBefore } from './week-before.ts';

const at = (hour: number, revenue: number) => ({
  at: new Date(Date.UTC(2027, 0, 4, hour)).toISOString(),
  orders: 1,
  tickets: 2,
  revenue,
  refunds: 0,
});

test('today is compared with the hours of the same day last week that had begun', () => {
  const hours = [at(8, 100), at(9, 50), at(10, 1_000)];
  const now = new Date(Date.UTC(2027, 0, 11, 9, 30));
  expect(soFarAWeekBefore(hours, now)).toEqual({ revenue: 150, orders: 2, tickets: 4, refunds: 0 });
});

test('the scale of a chart ends at a round number', () => {
  expect([0, 1, 3, 7, 10, 1_234, 20_001].map(roundUp)).toEqual([1, 1, 5, 10, 10, 2_000, 50_000]);
});
