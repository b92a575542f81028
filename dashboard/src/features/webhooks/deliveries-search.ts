import type { Model } from '../../api/models.ts';
import { listSearch } from '../../table/list-search.ts';
import { type RangeSearch, rangeSearch } from '../../table/range-search.ts';

export const DELIVERY_STATUSES = ['pending', 'succeeded', 'failed'] as const satisfies Model<'DeliveryStatus'>[];
/** What a webhook can be told of. */
export const NOTIFICATION_TYPES = [
  ...(['ticket.purchased', 'ticket.refunded', 'ticket.changed', 'ticket.checked_in'] as const),
  ...(['order.refunded', 'order.changed', 'checkout.expired'] as const),
  ...(['waiting_list.joined', 'waiting_list.offered', 'waiting_list.left'] as const),
  ...(['subscription.cancelled', 'subscription.expired', 'event.updated'] as const),
];
export const DELIVERY_TYPES = [...NOTIFICATION_TYPES, 'webhook.test' as const];

export interface DeliveriesSearch extends RangeSearch {
  page?: number;
  webhook_id?: string;
  type?: (typeof DELIVERY_TYPES)[number];
  status?: (typeof DELIVERY_STATUSES)[number];
}

export function deliveriesSearch(address: Record<string, unknown>): DeliveriesSearch {
  const { webhook_id: webhookId } = address;
  return {
    page: listSearch(address).page,
    webhook_id: typeof webhookId === 'string' ? webhookId : undefined,
    type: DELIVERY_TYPES.find((one) => one === address.type),
    status: DELIVERY_STATUSES.find((one) => one === address.status),
    ...rangeSearch(address),
  };
}
