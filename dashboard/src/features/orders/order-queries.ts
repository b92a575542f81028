import { queryOptions } from '@tanstack/react-query';
import { api, dataOf } from '../../api/client.ts';

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

export type Order = Awaited<ReturnType<NonNullable<ReturnType<typeof orderQuery>['queryFn']>>>;
export type Mail = Awaited<ReturnType<NonNullable<ReturnType<typeof mailsQuery>['queryFn']>>>['mails'][number];
