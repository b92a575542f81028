import { queryOptions } from '@tanstack/react-query';
import { api, dataOf } from '../../api/client.ts';
import type { ListSearch } from '../../table/list-search.ts';

export const KEYS_PER_PAGE = 20;

export const keysQuery = ({ page }: ListSearch) =>
  queryOptions({
    queryKey: ['keys', page],
    queryFn: () => dataOf(api.GET('/api-keys', { params: { query: { page, per_page: KEYS_PER_PAGE } } })),
  });
