import type { Refusal } from '../platform/refusals/refusal.ts';
import { analyticsRefusals } from './refusals.ts';
import { type Parts, type Span, splitRange } from './split-range.ts';
import { STEPS, type Step } from './step.ts';

/** A month by hour or two years by day, which is more than a chart can show. It bounds the work of the query. */
export const MAX_POINTS = 750;

/** One point of a chart: the part of the range that lies in one calendar step. */
export interface Point {
  /** Start of the step, which may be before the range for the first point. */
  at: Date;
  parts: Parts;
}

/**
 * The calendar steps in this time zone that overlap a range, `from` and `to` included. Together their parts are the
 * range, without gap or overlap, so that the points add up to the figures of the whole range.
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
  if (by === 'hour') return startOfHour(local);
  return (by === 'month' ? local.with({ day: 1 }) : local).startOfDay();
}

function stepAfter(begin: Temporal.ZonedDateTime, by: Step): Temporal.ZonedDateTime {
  // `startOfDay`, because a zone may skip midnight.
  if (by !== 'hour') return begin.add({ [`${by}s`]: 1 }).startOfDay();
  const next = startOfHour(begin.add({ hours: 1 }));
  // An hour in which the clock is put back by half an hour lasts longer.
  return Temporal.ZonedDateTime.compare(next, begin) > 0 ? next : startOfHour(begin.add({ hours: 2 }));
}

/** Not `with({ minute: 0 })`, which is ambiguous for the hour that occurs twice when the clock is put back. */
const startOfHour = (local: Temporal.ZonedDateTime): Temporal.ZonedDateTime =>
  local.round({ smallestUnit: 'hour', roundingMode: 'floor' });

/** A segment of one point that is read from one source: daily sums, hourly sums, or single orders. */
export interface Segment {
  point: number;
  period: 'day' | 'hour' | 'order';
  span: Span;
}

export const segmentsOf = (points: Point[]): Segment[] =>
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
