import type { Model } from '../../api/models.ts';
import { listSearch } from '../../table/list-search.ts';
import { type RangeSearch, rangeSearch } from '../../table/range-search.ts';

export const ATTENDEE_STATUSES = [
  'valid',
  'checked_in',
  'refunded',
  'cancelled',
] as const satisfies Model<'AttendeeStatus'>[];

export interface AttendeesSearch extends RangeSearch {
  q?: string;
  status?: (typeof ATTENDEE_STATUSES)[number];
  tier_id?: string;
}

export function attendeesSearch(address: Record<string, unknown>): AttendeesSearch {
  const { q } = listSearch(address);
  const status = ATTENDEE_STATUSES.find((one) => one === address.status);
  const tier = typeof address.tier_id === 'string' ? { tier_id: address.tier_id } : {};
  return { ...(q ? { q } : {}), ...(status ? { status } : {}), ...tier, ...rangeSearch(address) };
}
