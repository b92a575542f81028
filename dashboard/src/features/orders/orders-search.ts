import type { Model } from '../../api/models.ts';
import { type ListSearch, listSearch } from '../../table/list-search.ts';
import { type RangeSearch, rangeSearch } from '../../table/range-search.ts';

export const ORDER_STATUSES = ['paid', 'partially_refunded', 'refunded'] as const satisfies Model<'OrderStatus'>[];

/** What narrows the list down. */
export interface OrdersFilter extends Omit<ListSearch, 'page'>, RangeSearch {
  status?: (typeof ORDER_STATUSES)[number];
  /** A tier of the chosen event. */
  tier_id?: string;
  /** Where the orders came from, such as an import and the name of its list. */
  source?: string;
  ref?: string;
  /** With a refund that failed for good. */
  refund_failed?: true;
}

export interface OrdersSearch extends OrdersFilter {
  page?: number;
}

export function ordersSearch(address: Record<string, unknown>): OrdersSearch {
  const list = listSearch(address);
  const status = ORDER_STATUSES.find((one) => one === address.status);
  const tier = typeof address.tier_id === 'string' && list.event_id ? { tier_id: address.tier_id } : {};
  const origin = {
    ...(typeof address.source === 'string' ? { source: address.source } : {}),
    ...(typeof address.ref === 'string' ? { ref: address.ref } : {}),
  };
  const failed = address.refund_failed === true ? { refund_failed: true as const } : {};
  return { ...list, ...(status ? { status } : {}), ...tier, ...origin, ...failed, ...rangeSearch(address) };
}
