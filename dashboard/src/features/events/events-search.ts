import { listSearch } from '../../table/list-search.ts';
import type { EventStatus } from './event-queries.ts';

export const EVENT_STATUSES = [
  'draft',
  'active',
  'paused',
  'hidden',
  'sold_out',
  'cancelled',
  'completed',
] as const satisfies EventStatus[];

export interface EventsSearch {
  page?: number;
  status?: EventStatus;
}

export function eventsSearch(address: Record<string, unknown>): EventsSearch {
  const status = EVENT_STATUSES.find((one) => one === address.status);
  const { page } = listSearch(address);
  return { ...(page ? { page } : {}), ...(status ? { status } : {}) };
}
