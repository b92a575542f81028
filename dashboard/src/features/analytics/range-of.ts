import type { Range } from './analytics-queries.ts';
import type { AnalyticsSearch } from './analytics-search.ts';

const DAYS_SHOWN = 30;
const DAY_MS = 86_400_000;

/** What the address asks for; by itself the last days up to today, in the organization's time zone. */
export function rangeOf(search: AnalyticsSearch, dateInput: (instant: Date) => string): Range {
  return {
    from: search.from ?? dateInput(new Date(Date.now() - (DAYS_SHOWN - 1) * DAY_MS)),
    to: search.to ?? dateInput(new Date()),
    by: search.by ?? 'day',
    event_id: search.event_id,
  };
}
