import type { Model } from '../../api/models.ts';
import { listSearch } from '../../table/list-search.ts';

export const EVENT_STATUSES = [
  'draft',
  'active',
  'paused',
  'hidden',
  'sold_out',
  'cancelled',
  'completed',
] as const satisfies Model<'Event'>['status'][];

/** Events with one of these statuses can sell tickets, at the window at least. */
export const LIVE_STATUSES = ['active', 'paused', 'hidden', 'sold_out'] as const satisfies Model<'EventStatus'>[];

export interface EventsSearch {
  page?: number;
  status?: Model<'Event'>['status'];
  series_id?: string;
}

export function eventsSearch(address: Record<string, unknown>): EventsSearch {
  const status = EVENT_STATUSES.find((one) => one === address.status);
  const { page } = listSearch(address);
  const series = typeof address.series_id === 'string' ? { series_id: address.series_id } : {};
  return { ...(page ? { page } : {}), ...(status ? { status } : {}), ...series };
}
