/** Most dates of one request, and dates to come of one series: two months of two shows a day, or two years of weeks. */
export const MOST_DATES = 100;

export const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
export type Weekday = (typeof WEEKDAYS)[number];

/** Weeks or days from one date to the next: once a year at the longest. */
export const MOST_EVERY = 52;

/** Days that repeat, with the times of day at which a date begins. */
export interface DateRule {
  /** The first day, such as `2027-03-05`. */
  from: string;
  /** The last day; else `count` dates are made. */
  until?: string | null | undefined;
  count?: number | null | undefined;
  /** 2 is every second week, or every second day without `weekdays`. Default: each one. */
  every?: number | null | undefined;
  /** Default: every day. */
  weekdays?: readonly Weekday[] | null | undefined;
  /** Such as `20:00`. */
  times: readonly string[];
}

/** The days of a rule without end. A week begins on Monday; weeks are counted from that of the first day. */
function* daysOf({ from, weekdays, ...rule }: DateRule) {
  const every = rule.every ?? 1;
  const first = Temporal.PlainDate.from(from);
  if (!weekdays) for (let days = 0; ; days += every) yield first.add({ days });
  const monday = first.subtract({ days: first.dayOfWeek - 1 });
  const chosen = WEEKDAYS.flatMap((day, index) => (weekdays.includes(day) ? [index] : []));
  for (let week = 0; ; week += every)
    for (const index of chosen) {
      const day = monday.add({ days: week * WEEKDAYS.length + index });
      if (Temporal.PlainDate.compare(day, first) >= 0) yield day;
    }
}

/**
 * The starts of a rule in order, by the clock of the time zone: 20:00 stays 20:00 when daylight saving time begins. A
 * time that a day does not have, because the clock skips it, is the time as long after the jump.
 * @returns one more than `most` at most, which tells the caller that there are too many
 */
export function startsOf(rule: DateRule, timeZone: string, most: number) {
  const { until, count } = rule;
  const times = [...new Set(rule.times)].toSorted();
  const last = until == null ? undefined : Temporal.PlainDate.from(until);
  const wanted = Math.min(count ?? most + 1, most + 1);
  const starts: Date[] = [];
  for (const day of daysOf(rule)) {
    if (starts.length >= wanted || (last && Temporal.PlainDate.compare(day, last) > 0)) break;
    for (const plainTime of times)
      starts.push(new Date(day.toZonedDateTime({ timeZone, plainTime }).epochMilliseconds));
  }
  return starts.slice(0, wanted);
}

/**
 * The time that is as far from `start` as `time` is from `before`, by the clock of the time zone: whole days are days
 * of the calendar, and the rest are hours.
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
