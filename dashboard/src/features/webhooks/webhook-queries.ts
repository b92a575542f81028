import { queryOptions } from '@tanstack/react-query';
import { api, dataOf } from '../../api/client.ts';
import type { Model } from '../../api/models.ts';
import type { ListSearch } from '../../table/list-search.ts';

export const PER_PAGE = 20;
/** A delivery is sent within a second or two, and the page should show it soon. */
const REFRESH_MS = 3_000;

export const webhooksQuery = ({ page }: ListSearch) =>
  queryOptions({
    queryKey: ['webhooks', 'list', page],
    queryFn: () => dataOf(api.GET('/webhooks', { params: { query: { page, per_page: PER_PAGE } } })),
  });

export const webhookQuery = (id: string) =>
  queryOptions({
    queryKey: ['webhooks', id],
    queryFn: () => dataOf(api.GET('/webhooks/{id}', { params: { path: { id } } })),
  });

export const deliveriesQuery = (id: string, { page }: ListSearch) =>
  queryOptions({
    queryKey: ['webhooks', id, 'deliveries', page],
    queryFn: () =>
      dataOf(api.GET('/webhooks/{id}/deliveries', { params: { path: { id }, query: { page, per_page: PER_PAGE } } })),
    refetchInterval: REFRESH_MS,
  });

export type Webhook = Model<'Webhook'>;
export type Delivery = Model<'Delivery'>;
