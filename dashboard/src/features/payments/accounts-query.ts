import { queryOptions } from '@tanstack/react-query';
import { api, dataOf } from '../../api/client.ts';

export const accountsQuery = queryOptions({
  queryKey: ['payment-accounts'],
  queryFn: () => dataOf(api.GET('/payment-accounts')),
});
