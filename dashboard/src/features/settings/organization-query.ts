import { queryOptions } from '@tanstack/react-query';
import { api, dataOf } from '../../api/client.ts';

export const organizationQuery = queryOptions({
  queryKey: ['organization'],
  queryFn: () => dataOf(api.GET('/organization')),
});
