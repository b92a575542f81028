import type { Refusal } from '../platform/refusals/refusal.ts';
import { analyticsRefusals } from './refusals.ts';
import { type Parts, type Span, splitRange } from './split-range.ts';
import { STEPS, type Step } from './step.ts';

/** A month by the hour, two years by the day: more than a chart has room for, and each costs the database a little. */
export const MAX_POINTS = 750;

/** One point of a chart: what was paid in this step of the calendar, as far as the range reaches into it. */
export interface Point {
  /** When the step begins; the first one's may lie before the range. */
  at: Date;
  parts: Parts;
}

/**
 * The steps of the calendar in this time zone that a range touches, from and to included. Together their parts are the
 * range, without gap or overlap, so that the points add up to what the range itself is answered.
 * @throws Refusal too_many_points
 */
export function pointsOf({ from, to, by }: { from: Date; to: Date; by: Step }, timeZone: string): Point[] {
  const points: Point[] = [];
  let begin = startOfStep(from, by, timeZone);
  while (begin.epochMilliseconds <= to.getTime()) {
    if (points.length === MAX_POINTS) throw tooManyPoints(by);
    const next = stepAfter(begin, by);
    const first = Math.max(begin.epochMilliseconds, from.getTime());
    const last = Math.min(next.epochMilliseconds - 1, to.getTime());
    points.push({ at: new Date(begin.epochMilliseconds), parts: splitRange(new Date(first), new Date(last)) });
    begin = next;
  }
  return points;
}

const tooManyPoints = (by: Step): Refusal =>
  analyticsRefusals.too_many_points({ max: MAX_POINTS, longer_steps: STEPS.slice(STEPS.indexOf(by) + 1) });

function startOfStep(time: Date, by: Step, timeZone: string): Temporal.ZonedDateTime {
  const local = Temporal.Instant.fromEpochMilliseconds(time.getTime()).toZonedDateTimeISO(timeZone);
  // Not `with({ minute: 0 })`: of the hour that a clock is put back to, there are two.
  if (by === 'hour') return local.round({ smallestUnit: 'hour', roundingMode: 'floor' });
  return (by === 'month' ? local.with({ day: 1 }) : local).startOfDay();
}

const stepAfter = (begin: Temporal.ZonedDateTime, by: Step): Temporal.ZonedDateTime =>
  // From the start of a day to the start of the next one: a zone may skip midnight.
  by === 'hour' ? begin.add({ hours: 1 }) : begin.add({ [`${by}s`]: 1 }).startOfDay();

/** A stretch of one point that is read at once, from the sums of a period or, where it is none, from the orders. */
export interface Stretch {
  point: number;
  period: 'day' | 'hour' | 'order';
  span: Span;
}

export const stretchesOf = (points: Point[]): Stretch[] =>
  points.flatMap(({ parts }, point) =>
    (
      [
        ['order', parts.ordersBefore],
        ['hour', parts.hoursBefore],
        ['day', parts.days],
        ['hour', parts.hoursAfter],
        ['order', parts.ordersAfter],
      ] as const
    )
      .filter(([, [from, before]]) => from < before)
      .map(([period, span]) => ({ point, period, span })),
  );
