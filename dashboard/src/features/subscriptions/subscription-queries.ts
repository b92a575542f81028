import { queryOptions } from '@tanstack/react-query';
import { api, dataOf } from '../../api/client.ts';
import type { SubscriptionsSearch } from './subscriptions-search.ts';

export const SUBSCRIPTIONS_PER_PAGE = 20;

export const subscriptionsQuery = (search: SubscriptionsSearch) =>
  queryOptions({
    queryKey: ['subscriptions', search],
    queryFn: () =>
      dataOf(api.GET('/subscriptions', { params: { query: { ...search, per_page: SUBSCRIPTIONS_PER_PAGE } } })),
  });

export const tiersQuery = queryOptions({
  queryKey: ['subscription-tiers'],
  queryFn: () => dataOf(api.GET('/subscription-tiers')),
});
