import { dateSearch } from '../../table/date-search.ts';
import { listSearch } from '../../table/list-search.ts';

export const INTERVALS = ['hour', 'day', 'month'] as const;

export interface AnalyticsSearch {
  from?: string;
  to?: string;
  by?: (typeof INTERVALS)[number];
  event_id?: string;
}

export function analyticsSearch(address: Record<string, unknown>): AnalyticsSearch {
  const { event_id } = listSearch(address);
  return {
    from: dateSearch(address.from),
    to: dateSearch(address.to),
    by: INTERVALS.find((interval) => interval === address.by),
    event_id,
  };
}
