import { listSearch } from './list-search.ts';

export interface EventSearch {
  event_id?: string;
}

/** The address of a page about an event that is chosen on it. */
export function eventSearch(address: Record<string, unknown>): EventSearch {
  const { event_id } = listSearch(address);
  return event_id ? { event_id } : {};
}
