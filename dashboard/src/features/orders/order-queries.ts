import { queryOptions } from '@tanstack/react-query';
import { api, dataOf } from '../../api/client.ts';
import type { Model } from '../../api/models.ts';
import { readPage } from '../../table/read-page.ts';
import type { OrdersSearch } from './orders-search.ts';

const ORDERS_PER_PAGE = 20;

export const ordersQuery = (search: OrdersSearch) =>
  queryOptions({
    queryKey: ['orders', 'list', search],
    queryFn: () =>
      readPage({ page: search.page, perPage: ORDERS_PER_PAGE }, (page) =>
        dataOf(api.GET('/orders', { params: { query: { ...search, ...page } } })),
      ),
  });

export const orderQuery = (id: string) =>
  queryOptions({
    queryKey: ['orders', id],
    queryFn: () => dataOf(api.GET('/orders/{id}', { params: { path: { id } } })),
  });

export const mailsQuery = (id: string) =>
  queryOptions({
    queryKey: ['orders', id, 'mails'],
    queryFn: () => dataOf(api.GET('/orders/{id}/mails', { params: { path: { id } } })),
  });

export const REQUESTS_PER_PAGE = 20;

export type RequestsFilter = { status: 'pending' } | { order_id: string };

export const refundRequestsQuery = (filter: RequestsFilter, page: number) =>
  queryOptions({
    queryKey: ['refund-requests', filter, page],
    queryFn: () =>
      readPage({ page, perPage: REQUESTS_PER_PAGE }, (query) =>
        dataOf(api.GET('/refund-requests', { params: { query: { ...filter, ...query } } })),
      ),
  });

export type Order = Model<'Order'>;
export type Mail = Model<'Mail'>;
