import { queryOptions } from '@tanstack/react-query';
import { api, dataOf } from '../../api/client.ts';
import type { Model } from '../../api/models.ts';

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

export type Order = Model<'Order'>;
export type Mail = Model<'Mail'>;
