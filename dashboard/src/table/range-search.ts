import { dateSearch } from './date-search.ts';

export interface RangeSearch {
  from?: string;
  to?: string;
}

/** Two dates in the address of a page. An end before its beginning is dropped. */
export function rangeSearch(address: Record<string, unknown>): RangeSearch {
  const [from, to] = [dateSearch(address.from), dateSearch(address.to)];
  return { ...(from ? { from } : {}), ...(to && !(from && from > to) ? { to } : {}) };
}
