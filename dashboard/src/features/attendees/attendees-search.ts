import { listSearch } from '../../table/list-search.ts';

export const ATTENDEE_STATUSES = ['valid', 'checked_in', 'refunded', 'cancelled'] as const;

export interface AttendeesSearch {
  q?: string;
  status?: (typeof ATTENDEE_STATUSES)[number];
}

export function attendeesSearch(address: Record<string, unknown>): AttendeesSearch {
  const { q } = listSearch(address);
  const status = ATTENDEE_STATUSES.find((one) => one === address.status);
  return { ...(q ? { q } : {}), ...(status ? { status } : {}) };
}
