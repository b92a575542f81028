import { queryOptions } from '@tanstack/react-query';
import { api, dataOf } from '../../api/client.ts';
import type { Model } from '../../api/models.ts';
import type { AnalyticsSearch } from './analytics-search.ts';

export type Range = Required<Pick<AnalyticsSearch, 'from' | 'to' | 'by'>> & Pick<AnalyticsSearch, 'event_id'>;

export const seriesQuery = (range: Range) =>
  queryOptions({
    queryKey: ['series', range],
    queryFn: () => dataOf(api.GET('/analytics/series', { params: { query: range } })),
  });
export const salesQuery = ({ by: _, ...query }: Range) =>
  queryOptions({
    queryKey: ['sales', query],
    queryFn: () => dataOf(api.GET('/analytics/sales', { params: { query } })),
  });

export type Point = Model<'SalesPoint'>;
export type EventSales = Model<'EventSales'>;
