/**
 * Timestamps of the API. They are stored as instants, written in UTC with `Z` and milliseconds, and read with an
 * offset, or without one in the organization's time zone.
 */

const DATE_TIME = /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d(:\d\d([.,]\d{1,9})?)?([Zz]|[+-]\d\d(:?\d\d)?)?$/;
const DATE = /^\d{4}-\d\d-\d\d$/;
const OFFSET = /([Zz]|[+-]\d\d(:?\d\d)?)$/;

/**
 * Years that PostgreSQL and ISO 8601 with four digits can both represent, whatever the offset. They apply to the year
 * as written, not to the instant, so that validity does not depend on a time zone.
 */
export const FIRST_YEAR = 1900;
export const LAST_YEAR = 9998;

/** @returns undefined when `text` is not a date and time with four year digits between 1900 and 9998. */
export function parseTimestamp(text: string, timeZone: string): Date | undefined {
  if (!DATE_TIME.test(text)) return undefined;
  return within(text, () =>
    OFFSET.test(text.slice(text.indexOf(':')))
      ? Temporal.Instant.from(text).epochMilliseconds
      : Temporal.PlainDateTime.from(text).toZonedDateTime(timeZone).epochMilliseconds,
  );
}

/**
 * A name of the IANA list. Offsets are rejected: with daylight saving time they would be wrong for half of the year.
 */
export function isTimeZone(text: string): boolean {
  if (!/^[a-z]/i.test(text)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: text });
    return true;
  } catch {
    return false;
  }
}

export const isTimestamp = (text: string) => parseTimestamp(text, 'UTC') !== undefined;

export const isDateOrTimestamp = (text: string) => parseRangeEnd(text, 'UTC') !== undefined;

/** First instant of a date-only value, or the instant itself. */
export const parseRangeStart = (text: string, timeZone: string) =>
  DATE.test(text) ? startOfDay(text, timeZone, 0) : parseTimestamp(text, timeZone);

/** Last millisecond of a date-only value's day, or the instant itself. */
export function parseRangeEnd(text: string, timeZone: string): Date | undefined {
  if (!DATE.test(text)) return parseTimestamp(text, timeZone);
  const nextDay = startOfDay(text, timeZone, 1);
  return nextDay && new Date(nextDay.getTime() - 1);
}

function startOfDay(text: string, timeZone: string, daysLater: number): Date | undefined {
  return within(
    text,
    () => Temporal.PlainDate.from(text).add({ days: daysLater }).toZonedDateTime(timeZone).epochMilliseconds,
  );
}

const TIME_OF_DAY = /^([01]\d|2[0-3]):[0-5]\d$/;

/** Hours and minutes, such as `20:00`. */
export const isTimeOfDay = (text: string) => TIME_OF_DAY.test(text);

/** A day without a time. */
export const isDate = (text: string) => DATE.test(text) && startOfDay(text, 'UTC', 0) !== undefined;

/** Whether the year of a date, with or without a time, is out of range. */
export function isOutsideYears(text: string): boolean {
  const year = Number(/^(\d{4})-\d\d-\d\d/.exec(text)?.[1]);
  return year < FIRST_YEAR || year > LAST_YEAR;
}

/** Whether a time could be sent, by the clock of the time zone. */
export function isWithinYears(time: Date, timeZone: string): boolean {
  const { year } = Temporal.Instant.fromEpochMilliseconds(time.getTime()).toZonedDateTimeISO(timeZone);
  return year >= FIRST_YEAR && year <= LAST_YEAR;
}

/** Temporal throws on a day that does not exist. */
function within(text: string, epochMilliseconds: () => number): Date | undefined {
  if (isOutsideYears(text)) return undefined;
  try {
    return new Date(epochMilliseconds());
  } catch {
    return undefined;
  }
}
