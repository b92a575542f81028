import type { Queryable } from '../platform/database/database.ts';
import type { Uuid } from '../values/uuid.ts';
import { sumSegments } from './queries.ts';
import { pointsOf, segmentsOf } from './series.ts';
import type { Step } from './step.ts';

export interface SalesPoint {
  /** Start of the calendar step. */
  at: Date;
  orders: number;
  /** Valid or used tickets. */
  tickets: number;
  revenueCentavos: number;
  /** Refunds of the orders of this step, whenever they were made. */
  refundedCentavos: number;
}

interface SeriesRequest {
  organizationId: Uuid;
  eventId?: Uuid | undefined;
  from: Date;
  to: Date;
  by: Step;
  timeZone: string;
}

/**
 * The sales in each calendar step from `from` to `to`, both included, and also of steps without a sale. One statement,
 * so that all points are of one instant and add up to the sales figures of the range.
 * @throws Refusal 400 for more than `MAX_POINTS`
 */
export async function readSeries(db: Queryable, { organizationId, eventId, timeZone, ...range }: SeriesRequest) {
  const points = pointsOf(range, timeZone);
  const figures = await sumSegments(db, organizationId, { eventId, segments: segmentsOf(points) });
  const ofPoint = new Map(figures.map((sums) => [sums.point, sums]));
  return points.map(({ at }, index): SalesPoint => {
    const sums = ofPoint.get(index);
    return {
      at,
      orders: sums?.orders ?? 0,
      tickets: sums?.ticketsSold ?? 0,
      revenueCentavos: sums?.revenueCentavos ?? 0,
      refundedCentavos: sums?.refundedCentavos ?? 0,
    };
  });
}
