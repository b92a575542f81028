import { queryOptions } from '@tanstack/react-query';
import { api, dataOf } from '../../api/client.ts';
import type { Model } from '../../api/models.ts';

export const overviewQuery = queryOptions({ queryKey: ['overview'], queryFn: () => dataOf(api.GET('/overview')) });

export type Overview = Model<'Overview'>;
export type EventNow = Overview['events'][number];
