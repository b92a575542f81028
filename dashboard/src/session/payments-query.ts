import { queryOptions } from '@tanstack/react-query';
import { dataOf, own } from '../api/client.ts';

export const paymentsQuery = queryOptions({
  queryKey: ['payments'],
  queryFn: () => dataOf(own.GET('/me/payments')),
});
