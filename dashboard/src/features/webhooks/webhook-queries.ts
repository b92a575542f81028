import { queryOptions } from '@tanstack/react-query';
import { api, dataOf } from '../../api/client.ts';
import type { Model } from '../../api/models.ts';
import type { ListSearch } from '../../table/list-search.ts';
import { readPage } from '../../table/read-page.ts';
import type { DeliveriesSearch } from './deliveries-search.ts';

const PER_PAGE = 20;
/** A delivery is sent within a second or two, and the page should show it soon. */
const REFRESH_MS = 3_000;

export const webhooksQuery = ({ page }: ListSearch) =>
  queryOptions({
    queryKey: ['webhooks', 'list', page],
    queryFn: () =>
      readPage({ page, perPage: PER_PAGE }, (query) => dataOf(api.GET('/webhooks', { params: { query } }))),
  });

export const webhookQuery = (id: string) =>
  queryOptions({
    queryKey: ['webhooks', id],
    queryFn: () => dataOf(api.GET('/webhooks/{id}', { params: { path: { id } } })),
  });

export const deliveriesQuery = (search: DeliveriesSearch) =>
  queryOptions({
    queryKey: ['webhooks', 'deliveries', search],
    queryFn: () =>
      readPage({ page: search.page, perPage: PER_PAGE }, (page) =>
        dataOf(api.GET('/webhook-deliveries', { params: { query: { ...search, ...page } } })),
      ),
    refetchInterval: REFRESH_MS,
  });

/** With what is sent. */
export const deliveryQuery = (id: string) =>
  queryOptions({
    queryKey: ['webhooks', 'delivery', id],
    queryFn: () => dataOf(api.GET('/webhook-deliveries/{id}', { params: { path: { id } } })),
  });

/** All endpoints: an organization has 50 at most, fewer than a page of the API. */
export const endpointsQuery = queryOptions({
  queryKey: ['webhooks', 'all'],
  queryFn: async () => (await dataOf(api.GET('/webhooks', { params: { query: { per_page: 100 } } }))).webhooks,
});

export type Webhook = Model<'Webhook'>;
export type Delivery = Model<'Delivery'>;
