import { queryOptions } from '@tanstack/react-query';
import { api, dataOf } from '../../api/client.ts';
import type { Model } from '../../api/models.ts';
import type { AuditLogSearch } from './audit-log-search.ts';

export const CHANGES_PER_PAGE = 50;

export const changesQuery = (search: AuditLogSearch) =>
  queryOptions({
    queryKey: ['audit-log', search],
    queryFn: () => dataOf(api.GET('/audit-log', { params: { query: { ...search, per_page: CHANGES_PER_PAGE } } })),
  });

export type Change = Model<'AuditLogEntry'>;
