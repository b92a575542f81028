import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MAX_POINTS, pointsOf, segmentsOf } from './series.ts';
import { STEPS, type Step } from './step.ts';

/** Offsets of whole and half hours, zones with daylight saving time, and one that skips midnight when it starts. */
const ZONES = ['Asia/Manila', 'UTC', 'Asia/Kolkata', 'America/New_York', 'Africa/Cairo', 'Australia/Lord_Howe'];
const LONGEST_MS: Record<Step, number> = { hour: 20 * 86_400_000, day: 700 * 86_400_000, month: 20_000 * 86_400_000 };

const asked = fc
  .record({
    zone: fc.constantFrom(...ZONES),
    by: fc.constantFrom(...STEPS),
    fromMs: fc.integer({ min: Date.UTC(2024, 0, 1), max: Date.UTC(2029, 0, 1) }),
    share: fc.double({ min: 0, max: 1, noNaN: true }),
  })
  .map(({ zone, by, fromMs, share }) => ({
    zone,
    range: { by, from: new Date(fromMs), to: new Date(fromMs + Math.floor(share * LONGEST_MS[by])) },
  }));

describe('the points of a series', () => {
  test('cover the range without gap or overlap, across clock changes too', () => {
    fc.assert(
      fc.property(asked, ({ zone, range }) => {
        const spans = segmentsOf(pointsOf(range, zone)).map(({ span }) => span);
        expect(spans[0]?.[0]).toEqual(range.from);
        expect(spans.at(-1)?.[1].getTime()).toBe(range.to.getTime() + 1);
        for (const [index, span] of spans.slice(1).entries()) expect(span[0]).toEqual(spans[index]?.[1]);
      }),
      { numRuns: 500 },
    );
  });

  test('start with calendar steps of the time zone', () => {
    // Lord Howe Island skips half an hour at two.
    const shape = { hour: /T(..:00|02:30):00[+-]/, day: /T0[01]:00:00[+-]/, month: /-01T00:00:00[+-]/ };
    fc.assert(
      fc.property(asked, ({ zone, range }) => {
        const points = pointsOf(range, zone);
        for (const { at } of points.slice(0, 40))
          expect(String(Temporal.Instant.from(at.toISOString()).toZonedDateTimeISO(zone))).toMatch(shape[range.by]);
        const times = points.map(({ at }) => at.getTime());
        expect(times).toEqual([...new Set(times)].toSorted((a, b) => a - b));
      }),
      { numRuns: 500 },
    );
  });

  test('include both hours that have the same name when the clock is put back', () => {
    const range = { from: new Date('2027-11-07T04:00:00Z'), to: new Date('2027-11-07T07:59:59Z'), by: 'hour' } as const;
    const hours = pointsOf(range, 'America/New_York').map(({ at }) => at.toISOString().slice(11, 13));
    expect(hours).toEqual(['04', '05', '06', '07']);
  });

  test.each([
    ['back', '2027-04-03T13:00:00Z', ['00:00:00', '01:00:00', '02:00:00']],
    ['forward', '2026-10-03T13:30:00Z', ['00:00:00', '01:00:00', '02:30:00', '03:00:00']],
  ])('begin with the hours of the clock where it is put %s by half an hour', (_, start, hours) => {
    const from = new Date(start);
    const to = new Date(from.getTime() + 3.5 * 3_600_000 - 1);
    const named = pointsOf({ from, to, by: 'hour' }, 'Australia/Lord_Howe').map(({ at }) =>
      Temporal.Instant.from(at.toISOString()).toZonedDateTimeISO('Australia/Lord_Howe').toPlainTime().toString(),
    );
    expect(named).toEqual(hours);
  });

  test(`are at most ${MAX_POINTS}`, () => {
    const from = new Date('2027-01-01T00:00:00Z');
    const range = (hours: number) =>
      ({ from, to: new Date(from.getTime() + hours * 3_600_000 - 1), by: 'hour' }) as const;
    expect(pointsOf(range(MAX_POINTS), 'Asia/Manila')).toHaveLength(MAX_POINTS);
    expect(() => pointsOf(range(MAX_POINTS + 1), 'Asia/Manila')).toThrow(
      'from and to span more than 750 points: use by=day or by=month, or a shorter range',
    );
    const everything = {
      from: new Date('1900-01-01T00:00:00Z'),
      to: new Date('9998-12-31T00:00:00Z'),
      by: 'hour',
    } as const;
    expect(() => pointsOf(everything, 'Asia/Manila')).toThrow('more than 750 points');
  });
});
