import { listSearch } from '../../table/list-search.ts';
import { type RangeSearch, rangeSearch } from '../../table/range-search.ts';

export const INTERVALS = ['hour', 'day', 'month'] as const;

export interface AnalyticsSearch extends RangeSearch {
  by?: (typeof INTERVALS)[number];
  event_id?: string;
}

export function analyticsSearch(address: Record<string, unknown>): AnalyticsSearch {
  const { event_id } = listSearch(address);
  return {
    ...rangeSearch(address),
    by: INTERVALS.find((interval) => interval === address.by),
    event_id,
  };
}
