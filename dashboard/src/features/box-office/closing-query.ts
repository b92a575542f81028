import { queryOptions } from '@tanstack/react-query';
import { api, dataOf } from '../../api/client.ts';
import type { ClosingSearch } from './closing-search.ts';

export const closingQuery = (search: ClosingSearch) =>
  queryOptions({
    queryKey: ['orders', 'closing', search],
    queryFn: () => dataOf(api.GET('/box-office/closing', { params: { query: search } })),
  });
