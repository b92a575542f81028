import type { Queryable } from '../platform/database/database.ts';
import type { Uuid } from '../values/uuid.ts';
import { sumStretches } from './queries.ts';
import { pointsOf, stretchesOf } from './series.ts';
import type { Step } from './step.ts';

export interface SalesPoint {
  /** When the step of the calendar begins. */
  at: Date;
  orders: number;
  /** Valid or used. */
  tickets: number;
  revenueCentavos: number;
  /** Refunds of the orders of this step, whenever they happened. */
  refundedCentavos: number;
}

interface Asked {
  organizationId: Uuid;
  eventId?: Uuid | undefined;
  from: Date;
  to: Date;
  by: Step;
  timeZone: string;
}

/**
 * What was sold in each step of the calendar from `from` to `to`, both included; steps without a sale are there too.
 * One
 * statement, so one instant: the points add up to the sales figures of the range.
 * @throws Refusal 400 for more than `MAX_POINTS`
 */
export async function readSeries(db: Queryable, { organizationId, eventId, timeZone, ...range }: Asked) {
  const points = pointsOf(range, timeZone);
  const figures = await sumStretches(db, organizationId, { eventId, stretches: stretchesOf(points) });
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
