import { listSearch } from '../../table/list-search.ts';

export const INTERVALS = ['hour', 'day', 'month'] as const;

export interface AnalyticsSearch {
  from?: string;
  to?: string;
  by?: (typeof INTERVALS)[number];
  event_id?: string;
}

const DATE = /^\d{4}-\d\d-\d\d$/;
const dateOf = (value: unknown) => (typeof value === 'string' && DATE.test(value) ? value : undefined);

export function analyticsSearch(address: Record<string, unknown>): AnalyticsSearch {
  const { event_id } = listSearch(address);
  return {
    from: dateOf(address.from),
    to: dateOf(address.to),
    by: INTERVALS.find((interval) => interval === address.by),
    event_id,
  };
}
