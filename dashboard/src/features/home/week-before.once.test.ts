import { expect, test } from 'vitest';
import { roundUp } from '../../charts/round-up.ts';
import { dayBefore } from '../../language/day-before.ts';
import { formatsFor } from '../../language/make-formats.ts';
import { soFarAWeekBefore } from './week-before.ts';

const { inputValue } = formatsFor('en', 'America/New_York');
const at = (hour: string, revenue: number) => ({ at: hour, orders: 1, tickets: 2, revenue, refunds: 0 });

test('today is compared with the hours of the same day last week that had begun', () => {
  const hours = [at('2027-01-04T13:00:00Z', 100), at('2027-01-04T14:00:00Z', 50), at('2027-01-04T15:00:00Z', 1_000)];
  const sums = { revenue: 150, orders: 2, tickets: 4, refunds: 0 };
  expect(soFarAWeekBefore(hours, new Date('2027-01-11T14:30:00Z'), inputValue)).toEqual(sums);
});

test('the revenue of a week before is the amount that the same sales are today', () => {
  const hours = [at('2027-01-04T13:00:00Z', 33.1), at('2027-01-04T14:00:00Z', 66.2)];
  expect(soFarAWeekBefore(hours, new Date('2027-01-11T14:30:00Z'), inputValue).revenue).toBe(99.3);
});

test('a week before is the same day and hour where the clock was changed between', () => {
  expect(dayBefore('2027-03-15', 7)).toBe('2027-03-08');
  const hours = [at('2027-03-08T09:00:00-05:00', 9), at('2027-03-08T10:00:00-05:00', 10)];
  expect(soFarAWeekBefore(hours, new Date('2027-03-15T10:30:00-04:00'), inputValue).revenue).toBe(19);
});

test('the scale of a chart ends at a round number', () => {
  expect([0, 1, 3, 7, 10, 1_234, 20_001].map(roundUp)).toEqual([1, 1, 5, 10, 10, 2_000, 50_000]);
});
