const DAY_MS = 86_400_000;

/**
 * The date of some days before, such as 2027-03-08. Dates are not moved as instants: where the clock is changed, days
 * differ in length.
 */
export const dayBefore = (day: string, days: number): string =>
  new Date(Date.parse(day) - days * DAY_MS).toISOString().slice(0, day.length);
