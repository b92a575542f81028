import { queryOptions } from '@tanstack/react-query';
import { api, dataOf } from '../../api/client.ts';
import type { ListSearch } from '../../table/list-search.ts';
import { readPage } from '../../table/read-page.ts';

const KEYS_PER_PAGE = 20;

export const keysQuery = ({ page }: ListSearch) =>
  queryOptions({
    queryKey: ['keys', page],
    queryFn: () =>
      readPage({ page, perPage: KEYS_PER_PAGE }, (query) => dataOf(api.GET('/api-keys', { params: { query } }))),
  });
