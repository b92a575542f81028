import { queryOptions } from '@tanstack/react-query';
import { api, dataOf } from '../../api/client.ts';
import { readPage } from '../../table/read-page.ts';
import type { SubscriptionsSearch } from './subscriptions-search.ts';

const SUBSCRIPTIONS_PER_PAGE = 20;

export const subscriptionsQuery = (search: SubscriptionsSearch) =>
  queryOptions({
    queryKey: ['subscriptions', search],
    queryFn: () =>
      readPage({ page: search.page, perPage: SUBSCRIPTIONS_PER_PAGE }, (page) =>
        dataOf(api.GET('/subscriptions', { params: { query: { ...search, ...page } } })),
      ),
  });

export const tiersQuery = queryOptions({
  queryKey: ['subscription-tiers'],
  queryFn: () => dataOf(api.GET('/subscription-tiers')),
});
