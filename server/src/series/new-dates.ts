import type { Event } from '../events/event.ts';
import type { Queryable } from '../platform/database/database.ts';
import { isWithinYears } from '../values/timestamps.ts';
import type { Uuid } from '../values/uuid.ts';
import { MOST_DATES, movedWith } from './dates.ts';
import { listDates } from './queries.ts';
import { seriesRefusals } from './refusals.ts';

interface Wanted {
  organizationId: Uuid;
  /** The model. */
  event: Event;
  starts: Date[];
  now: Date;
}

/**
 * The starts of new dates in order, each once, without those at which the event or a date of its series begins already;
 * a cancelled date leaves its time free.
 * @throws Refusal 409 no_new_date, too_many_dates
 */
export async function newStarts(db: Queryable, { organizationId, event, starts, now }: Wanted): Promise<Date[]> {
  const dates = event.seriesId
    ? await listDates(db, organizationId, event.seriesId, now)
    : [{ ...event, isOver: event.startDatetime < now }];
  const coming = dates.filter(({ isOver }) => !isOver).length;
  const taken = new Set(
    dates.filter(({ status }) => status !== 'cancelled').map((date) => date.startDatetime.getTime()),
  );
  const times = new Set(starts.map((start) => start.getTime()));
  const free = [...times].filter((time) => !taken.has(time)).toSorted((a, b) => a - b);
  if (times.size > MOST_DATES || coming + free.length > MOST_DATES)
    throw seriesRefusals.too_many_dates({ max: MOST_DATES, coming });
  if (free.length === 0) throw seriesRefusals.no_new_date();
  return free.map((time) => new Date(time));
}

/**
 * The times of a date that begins at `start`. What ends with the event, or before it, moves with the start; the start
 * of sales and the opening of the waiting room stay, because all dates go on sale together.
 * @throws Refusal 400 date_out_of_years; 409 sales_end_before_start
 */
export function timesOf(
  { startDatetime: before, endDatetime, salesEndDatetime, tiers }: Event,
  start: Date,
  timeZone: string,
) {
  const moved = (time: Date | null) =>
    time && requireWithinYears(movedWith(time, { before, start, timeZone }), timeZone);
  const tierSalesEnd = new Map(tiers.map((tier) => [tier.id, moved(tier.salesEndDatetime)]));
  for (const { id, name, salesStartDatetime } of tiers) {
    const end = tierSalesEnd.get(id);
    if (end && salesStartDatetime && end <= salesStartDatetime)
      throw seriesRefusals.sales_end_before_start({ tier: name, start_datetime: start.toISOString() });
  }
  return {
    event: {
      startDatetime: requireWithinYears(start, timeZone),
      endDatetime: moved(endDatetime),
      salesEndDatetime: moved(salesEndDatetime),
    },
    tierSalesEnd,
  };
}

/** @throws Refusal 400 when the API would refuse the time */
function requireWithinYears(time: Date, timeZone: string): Date {
  if (!isWithinYears(time, timeZone)) throw seriesRefusals.date_out_of_years();
  return time;
}
