import { describe, expect, test } from 'vitest';
import { isTimestamp, parseRangeEnd, parseRangeStart, parseTimestamp } from './timestamps.ts';

const MANILA = 'Asia/Manila';
const instant = (text: string, timeZone = MANILA) => parseTimestamp(text, timeZone)?.toISOString();

describe('a timestamp', () => {
  test.each([
    ['2027-03-01T20:00:00+08:00', '2027-03-01T12:00:00.000Z'],
    ['2027-03-01T12:00:00Z', '2027-03-01T12:00:00.000Z'],
    ['2027-03-01T12:00Z', '2027-03-01T12:00:00.000Z'],
    ['2027-03-01t12:00:00.25z', '2027-03-01T12:00:00.250Z'],
    ['2027-03-01T20:00:00.123456789+0800', '2027-03-01T12:00:00.123Z'],
    ['2027-03-01T07:00:00-05', '2027-03-01T12:00:00.000Z'],
    ['2027-03-01 20:00:00+08:00', '2027-03-01T12:00:00.000Z'],
  ])('with an offset is that instant: %s', (text, expected) => expect(instant(text)).toBe(expected));

  test('without an offset is read in the time zone of the organization', () => {
    expect(instant('2027-03-01T20:00:00')).toBe('2027-03-01T12:00:00.000Z');
    expect(instant('2027-03-01T20:00', 'Europe/Paris')).toBe('2027-03-01T19:00:00.000Z');
    expect(instant('2027-07-01T20:00', 'Europe/Paris')).toBe('2027-07-01T18:00:00.000Z');
  });

  test.each(['1900-01-01T00:00:00', '9998-12-31T23:59:59'])(
    'at the first or last year is valid in every time zone: %s',
    (text) => {
      expect(isTimestamp(text)).toBe(true);
      for (const zone of ['UTC', MANILA, 'Pacific/Kiritimati', 'Etc/GMT+12']) expect(instant(text, zone)).toBeDefined();
    },
  );

  test.each([
    '',
    'tomorrow',
    '2027-03-01',
    '2027-02-30T12:00:00Z',
    '2027-13-01T12:00:00Z',
    '2027-03-01T25:00:00Z',
    '2027-03-01T12:00:00+25:00',
    '2027-03-01T12:00:00[Asia/Manila]',
    '1750000000',
    '12027-03-01T12:00:00Z',
    '1776-07-04T12:00:00Z',
    '9999-12-31T23:59:59Z',
  ])('rejects %j', (text) => expect(isTimestamp(text)).toBe(false));
});

describe('a date-only range', () => {
  test('begins with the first instant of its day in the organization’s time zone', () => {
    expect(parseRangeStart('2027-03-01', MANILA)?.toISOString()).toBe('2027-02-28T16:00:00.000Z');
  });

  test('ends with the last millisecond of its day', () => {
    expect(parseRangeEnd('2027-03-01', MANILA)?.toISOString()).toBe('2027-03-01T15:59:59.999Z');
  });

  test('handles days of 23 and 25 hours', () => {
    const hours = (day: string) =>
      (Number(parseRangeEnd(day, 'Europe/Paris')) + 1 - Number(parseRangeStart(day, 'Europe/Paris'))) / 3_600_000;
    expect(hours('2027-03-28')).toBe(23);
    expect(hours('2027-10-31')).toBe(25);
  });

  test('accepts an instant unchanged', () => {
    const text = '2027-03-01T12:00:00Z';
    expect(parseRangeStart(text, MANILA)).toEqual(new Date(text));
    expect(parseRangeEnd(text, MANILA)).toEqual(new Date(text));
  });

  test('rejects a day that does not exist', () => {
    expect(parseRangeStart('2027-02-29', MANILA)).toBeUndefined();
    expect(parseRangeEnd('2027-02-29', MANILA)).toBeUndefined();
  });
});
