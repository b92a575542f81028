import { expect, test } from 'vitest';
import { datesBodyFrom, firstValues, withRhythm } from './dates-body.ts';

test('the dialog begins with the same weekday and time, a week later, also over the end of a year', () => {
  expect(firstValues('2027-12-31T20:30')).toMatchObject({ weekdays: ['fri'], times: ['20:30'], from: '2028-01-07' });
  expect(firstValues('2027-03-07T09:00')).toMatchObject({ weekdays: ['sun'], from: '2027-03-14' });
});

const withOffset = (typed: string) => `${typed}+08:00`;

test('the request has only what the chosen way needs', () => {
  const values = { ...firstValues('2027-03-05T20:00'), weekdays: ['sat', 'fri'], times: ['15:00', ''] };
  expect(datesBodyFrom(values, withOffset)).toEqual({
    rule: { from: '2027-03-12', count: 4, weekdays: ['fri', 'sat'], times: ['15:00'] },
  });
  expect(datesBodyFrom({ ...values, way: 'daily', ends: 'until', until: '2027-04-01' }, withOffset)).toEqual({
    rule: { from: '2027-03-12', until: '2027-04-01', times: ['15:00'] },
  });
  expect(datesBodyFrom({ ...values, every: 2 }, withOffset).rule).toMatchObject({ every: 2, weekdays: ['fri', 'sat'] });
  expect(datesBodyFrom({ ...values, way: 'list', list: ['2027-05-01T20:00', ''] }, withOffset)).toEqual({
    start_datetimes: ['2027-05-01T20:00+08:00'],
  });
});

test('another rhythm moves the first day, which stays when it was chosen', () => {
  const start = '2027-02-26T20:00';
  const fortnight = withRhythm(firstValues(start), { every: 2 }, start);
  expect(fortnight.from).toBe('2027-03-12');
  expect(withRhythm(fortnight, { way: 'daily' }, start).from).toBe('2027-02-28');
  expect(withRhythm({ ...fortnight, from: '2027-04-01' }, { every: 3 }, start).from).toBe('2027-04-01');
});
