/** Most dates of one request, and dates to come of one series: two months of two shows a day, or two years of weeks. */
export const MOST_DATES = 100;

export const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
export type Weekday = (typeof WEEKDAYS)[number];

/** Days that repeat, with the times of day at which a date begins. */
export interface DateRule {
  /** The first day, such as `2027-03-05`. */
  from: string;
  /** The last day; else `count` dates are made. */
  until?: string | undefined;
  count?: number | undefined;
  /** Default: every day. */
  weekdays?: readonly Weekday[] | undefined;
  /** Such as `20:00`. */
  times: readonly string[];
}

/**
 * The starts of a rule in order, by the clock of the time zone: 20:00 stays 20:00 when daylight saving time begins. A
 * time that a day does not have, because the clock skips it, is the time as long after the jump.
 * @returns one more than `most` at most, which tells the caller that there are too many
 */
export function startsOf({ from, until, count, weekdays = WEEKDAYS, times }: DateRule, timeZone: string, most: number) {
  const ordered = [...new Set(times)].toSorted();
  const last = until === undefined ? undefined : Temporal.PlainDate.from(until);
  const wanted = Math.min(count ?? most + 1, most + 1);
  const starts: Date[] = [];
  for (
    let day = Temporal.PlainDate.from(from);
    starts.length < wanted && (!last || Temporal.PlainDate.compare(day, last) <= 0);
    day = day.add({ days: 1 })
  ) {
    if (!weekdays.includes(WEEKDAYS[day.dayOfWeek - 1] as Weekday)) continue;
    for (const time of ordered)
      starts.push(new Date(day.toZonedDateTime({ timeZone, plainTime: time }).epochMilliseconds));
  }
  return starts.slice(0, wanted);
}

/**
 * The time that is as far from `start` as `time` is from `before`, by the clock of the time zone: whole days are days of
 * the calendar, and the rest are hours.
 */
export function movedWith(time: Date, { before, start, timeZone }: { before: Date; start: Date; timeZone: string }) {
  const zoned = (date: Date) => Temporal.Instant.fromEpochMilliseconds(date.getTime()).toZonedDateTimeISO(timeZone);
  const distance = zoned(before).until(zoned(time), { largestUnit: 'day' });
  return new Date(zoned(start).add(distance).epochMilliseconds);
}

/** The date and time for the slug of a date: `2027-03-05 2000`. */
export function addressOf(title: string, start: Date, timeZone: string): string {
  const local = Temporal.Instant.fromEpochMilliseconds(start.getTime()).toZonedDateTimeISO(timeZone).toPlainDateTime();
  // A slug is cut where it is too long, and the date must stay.
  return `${[...title].slice(0, LONGEST_TITLE).join('')} ${local.toString({ smallestUnit: 'minute' }).replace(':', '')}`;
}

const LONGEST_TITLE = 50;
