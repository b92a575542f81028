import { queryOptions } from '@tanstack/react-query';
import { api, dataOf } from '../../api/client.ts';

export const overviewQuery = queryOptions({ queryKey: ['overview'], queryFn: () => dataOf(api.GET('/overview')) });

export type Overview = Awaited<ReturnType<NonNullable<(typeof overviewQuery)['queryFn']>>>;
export type EventNow = Overview['events'][number];
