import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addressOf, type DateRule, movedWith, startsOf, WEEKDAYS } from './dates.ts';

const MANILA = 'Asia/Manila';
const PARIS = 'Europe/Paris';
const DAY = 86_400_000;
const dayNumber = (text: string) => Date.parse(text) / DAY;
const dayText = (day: number) => new Date(day * DAY).toISOString().slice(0, 10);
/** Day 4 was Monday, January 5, 1970. */
const weekNumber = (day: number) => Math.floor((day - 4) / 7);

/** The days of a rule, found by looking at each day. */
function countedDays({ from, weekdays, ...rule }: DateRule, length: number) {
  const every = rule.every ?? 1;
  const first = dayNumber(from);
  return Array.from({ length: length + 1 }, (_, days) => first + days)
    .filter((day) =>
      weekdays
        ? weekdays.includes(WEEKDAYS[(day + 3) % 7] ?? 'mon') && (weekNumber(day) - weekNumber(first)) % every === 0
        : (day - first) % every === 0,
    )
    .map(dayText);
}

const texts = (dates: Date[]) => dates.map((date) => date.toISOString());

describe('the starts of a rule', () => {
  test('are the chosen weekdays at each time of day, until the last day', () => {
    const rule = {
      from: '2027-03-05',
      until: '2027-03-13',
      weekdays: ['fri', 'sat'],
      times: ['20:00', '15:00'],
    } as const;
    expect(texts(startsOf(rule, MANILA, 100))).toEqual([
      ...[
        '2027-03-05T07:00:00.000Z',
        '2027-03-05T12:00:00.000Z',
        '2027-03-06T07:00:00.000Z',
        '2027-03-06T12:00:00.000Z',
      ],
      ...[
        '2027-03-12T07:00:00.000Z',
        '2027-03-12T12:00:00.000Z',
        '2027-03-13T07:00:00.000Z',
        '2027-03-13T12:00:00.000Z',
      ],
    ]);
  });

  test('are every day without weekdays, as many as wanted, each time once', () => {
    const rule = { from: '2027-02-27', count: 3, times: ['09:30', '09:30'] };
    expect(texts(startsOf(rule, MANILA, 100))).toEqual(
      ['2027-02-27', '2027-02-28', '2027-03-01'].map((day) => `${day}T01:30:00.000Z`),
    );
  });

  test('keep their time of day when daylight saving time begins and ends', () => {
    const spring = { from: '2027-03-27', count: 2, times: ['20:00'] };
    expect(texts(startsOf(spring, PARIS, 100))).toEqual(['2027-03-27T19:00:00.000Z', '2027-03-28T18:00:00.000Z']);
    const autumn = { from: '2027-10-30', count: 2, times: ['20:00'] };
    expect(texts(startsOf(autumn, PARIS, 100))).toEqual(['2027-10-30T18:00:00.000Z', '2027-10-31T19:00:00.000Z']);
  });

  test('are an hour later on the clock where the clock skips their time', () => {
    expect(texts(startsOf({ from: '2027-03-28', count: 1, times: ['02:30'] }, PARIS, 100))).toEqual([
      '2027-03-28T01:30:00.000Z',
    ]);
  });

  test('are every second week, counted from that of the first day, and every third day', () => {
    const fortnight = { from: '2027-03-05', count: 4, every: 2, weekdays: ['fri', 'mon'], times: ['20:00'] } as const;
    expect(texts(startsOf(fortnight, MANILA, 100))).toEqual(
      ['2027-03-05', '2027-03-15', '2027-03-19', '2027-03-29'].map((day) => `${day}T12:00:00.000Z`),
    );
    const third = { from: '2028-02-27', until: '2028-03-05', every: 3, times: ['20:00'] };
    expect(texts(startsOf(third, MANILA, 100))).toEqual(
      ['2028-02-27', '2028-03-01', '2028-03-04'].map((day) => `${day}T12:00:00.000Z`),
    );
  });

  test('are the days that counting one by one finds, across months and leap years', () => {
    const rules = fc.record(
      {
        // 2000 is a leap year, 2100 is not.
        from: fc.integer({ min: dayNumber('1999-12-01'), max: dayNumber('2101-01-31') }).map(dayText),
        every: fc.integer({ min: 1, max: 52 }),
        weekdays: fc.subarray([...WEEKDAYS], { minLength: 1 }),
        length: fc.integer({ min: 0, max: 900 }),
        times: fc.constant(['20:00']),
      },
      { requiredKeys: ['from', 'length', 'times'] },
    );
    fc.assert(
      fc.property(rules, ({ length, ...rule }) => {
        const days = countedDays(rule, length);
        const until = dayText(dayNumber(rule.from) + length);
        const starts = (end: object, most: number) => texts(startsOf({ ...rule, ...end }, MANILA, most));
        expect(starts({ until }, 1000)).toEqual(days.map((day) => `${day}T12:00:00.000Z`));
        expect(starts({ count: days.length }, 1000)).toEqual(starts({ until }, 1000));
      }),
    );
  });

  test('are one more than the most at most, also in a thousand years', () => {
    const rule = { from: '2027-03-05', until: '3027-03-05', weekdays: ['mon'], times: ['10:00'] } as const;
    expect(startsOf(rule, MANILA, 100)).toHaveLength(101);
    expect(startsOf({ from: '2027-03-05', until: '2027-03-04', times: ['10:00'] }, MANILA, 100)).toEqual([]);
  });
});

describe('a time that moves with its date', () => {
  const at = (text: string) => new Date(text);

  test('keeps its distance: an end three hours later, the end of sales on the day before at six', () => {
    const move = { before: at('2027-03-26T19:00:00Z'), start: at('2027-03-28T18:00:00Z'), timeZone: PARIS };
    expect(movedWith(at('2027-03-26T22:00:00Z'), move).toISOString()).toBe('2027-03-28T21:00:00.000Z');
    // 18:00 in Paris, in the last night before summer time: a day of 23 hours lies between.
    expect(movedWith(at('2027-03-25T17:00:00Z'), move).toISOString()).toBe('2027-03-27T17:00:00.000Z');
  });

  test('stays after the start in the night when the clock is put forward', () => {
    const move = { before: at('2027-03-20T00:30:00Z'), start: at('2027-03-28T00:30:00Z'), timeZone: PARIS };
    expect(movedWith(at('2027-03-20T01:30:00Z'), move).toISOString()).toBe('2027-03-28T01:30:00.000Z');
  });
});

test('the address of a date has the title, the day and the time of its place', () => {
  expect(addressOf('Rainy Night', new Date('2027-03-05T12:00:00Z'), MANILA)).toBe('Rainy Night 2027-03-05T2000');
});
