import { dayBefore } from '../../language/day-before.ts';
import type { Range } from './analytics-queries.ts';
import type { AnalyticsSearch } from './analytics-search.ts';

const DAYS_SHOWN = 30;

/**
 * What the address asks for. By itself it is the last days up to today, in the organization's time zone, or up to its
 * end.
 */
export function rangeOf(search: AnalyticsSearch, dateInput: (instant: Date) => string): Range {
  const today = dateInput(new Date());
  const to = search.to ?? (search.from && search.from > today ? search.from : today);
  return {
    from: search.from ?? dayBefore(to, DAYS_SHOWN - 1),
    to,
    by: search.by ?? 'day',
    event_id: search.event_id,
  };
}
