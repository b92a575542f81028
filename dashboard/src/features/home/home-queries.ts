import { queryOptions } from '@tanstack/react-query';
import { api, dataOf } from '../../api/client.ts';
import type { Model } from '../../api/models.ts';

export const overviewQuery = queryOptions({ queryKey: ['overview'], queryFn: () => dataOf(api.GET('/overview')) });

/** From one date to another, in the organization's time zone. */
export const salesByQuery = (by: 'hour' | 'day', from: string, to: string) =>
  queryOptions({
    queryKey: ['series', { by, from, to }],
    queryFn: () => dataOf(api.GET('/analytics/series', { params: { query: { by, from, to } } })),
  });

export type Overview = Model<'Overview'>;
export type EventNow = Overview['events'][number];
export type SalesPoint = Model<'SalesPoint'>;
