import { readSeries, type SalesPoint } from '../analytics/read-series.ts';
import type { Database } from '../platform/database/database.ts';
import type { Uuid } from '../values/uuid.ts';
import type { Concern } from './concern.ts';
import { type EventNow, listConcerns, listEventsNow } from './queries.ts';

/** What fits a screen; the list of events has the rest. */
export const MOST_EVENTS = 20;
/** Most webhooks or drafts that are listed one by one. */
const MOST_OF_A_KIND = 5;
const DAY_MS = 86_400_000;
/** Older failures are not shown: they were seen, or are not missed. */
const FAILED_WITHIN_MS = 30 * DAY_MS;
/** A draft this near to its start was probably forgotten: tickets want two weeks to sell. */
const DRAFT_WARNING_MS = 14 * DAY_MS;

export interface Overview {
  today: SalesPoint;
  events: EventNow[];
  concerns: Concern[];
}

/**
 * What an organizer wants to know first: today's sales in the organization's time zone, what is on sale, what is wrong.
 */
export async function readOverview(
  db: Database,
  { organizationId, timeZone, now }: { organizationId: Uuid; timeZone: string; now: Date },
): Promise<Overview> {
  const soon = {
    now,
    failedSince: new Date(now.getTime() - FAILED_WITHIN_MS),
    startsBefore: new Date(now.getTime() + DRAFT_WARNING_MS),
    most: MOST_OF_A_KIND,
  };
  const [today, events, concerns] = await Promise.all([
    readToday(db, { organizationId, timeZone, now }),
    listEventsNow(db, organizationId, MOST_EVENTS),
    listConcerns(db, organizationId, soon),
  ]);
  return { today, events, concerns };
}

/** The sums of the day that `now` lies in, up to its end. */
export async function readToday(
  db: Database,
  { organizationId, timeZone, now }: { organizationId: Uuid; timeZone: string; now: Date },
): Promise<SalesPoint> {
  const midnight = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone).startOfDay();
  const from = new Date(midnight.epochMilliseconds);
  const to = new Date(midnight.add({ days: 1 }).startOfDay().epochMilliseconds - 1);
  const [today] = await readSeries(db, { organizationId, from, to, by: 'day', timeZone });
  if (!today) throw new Error('a day is a point');
  return today;
}
