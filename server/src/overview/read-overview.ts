import assert from 'node:assert';
import { readSeries, type SalesPoint } from '../analytics/read-series.ts';
import type { Queryable } from '../platform/database/database.ts';
import type { Uuid } from '../values/uuid.ts';
import type { Concern } from './concern.ts';
import { type EventNow, listConcerns, listEventsNow, readSetUp, type SetUp } from './queries.ts';

/** As many as fit on a screen; the list of events shows the rest. */
export const MAX_EVENTS = 20;
/** Most webhooks or drafts that are listed one by one. */
const MAX_OF_A_KIND = 5;
const DAY_MS = 86_400_000;
/** Older failures are not shown: the organizer has seen them, or does not miss them. */
const FAILED_WITHIN_MS = 30 * DAY_MS;
/** A draft this close to its start was probably forgotten: tickets need two weeks to sell. */
const DRAFT_WARNING_MS = 14 * DAY_MS;

export interface Overview {
  today: SalesPoint;
  events: EventNow[];
  concerns: Concern[];
  setUp: SetUp;
}

/**
 * What an organizer looks at first: today's sales in the organization's time zone, events on sale, problems, and first
 * steps.
 */
export async function readOverview(
  db: Queryable,
  { organizationId, timeZone, now }: { organizationId: Uuid; timeZone: string; now: Date },
): Promise<Overview> {
  const soon = {
    now,
    failedSince: new Date(now.getTime() - FAILED_WITHIN_MS),
    startsBefore: new Date(now.getTime() + DRAFT_WARNING_MS),
    most: MAX_OF_A_KIND,
  };
  const [today, events, concerns, setUp] = await Promise.all([
    readToday(db, { organizationId, timeZone, now }),
    listEventsNow(db, organizationId, MAX_EVENTS),
    listConcerns(db, organizationId, soon),
    readSetUp(db, organizationId),
  ]);
  return { today, events, concerns, setUp };
}

/** Reads the sums of the day that contains `now`, until its end. */
export async function readToday(
  db: Queryable,
  { organizationId, timeZone, now }: { organizationId: Uuid; timeZone: string; now: Date },
): Promise<SalesPoint> {
  const midnight = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone).startOfDay();
  const from = new Date(midnight.epochMilliseconds);
  const to = new Date(midnight.add({ days: 1 }).startOfDay().epochMilliseconds - 1);
  const [today] = await readSeries(db, { organizationId, from, to, by: 'day', timeZone });
  assert(today, 'the series of one day has one point');
  return today;
}
