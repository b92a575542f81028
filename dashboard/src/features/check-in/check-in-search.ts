import { listSearch } from '../../table/list-search.ts';

export interface CheckInSearch {
  event_id?: string;
}

export function checkInSearch(address: Record<string, unknown>): CheckInSearch {
  const { event_id } = listSearch(address);
  return event_id ? { event_id } : {};
}
