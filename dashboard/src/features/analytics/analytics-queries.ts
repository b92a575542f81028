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

/** Where the orders of an event came from, which is of all time. */
export const sourcesQuery = (eventId: string) =>
  queryOptions({
    queryKey: ['sales', 'sources', eventId],
    queryFn: () => dataOf(api.GET('/analytics/sales', { params: { query: { event_id: eventId } } })),
  });

export type ChannelSales = Model<'ChannelSales'>;
export type ReferralSales = Model<'ReferralSales'>;
export type Point = Model<'SalesPoint'>;
export type EventSales = Model<'EventSales'>;
