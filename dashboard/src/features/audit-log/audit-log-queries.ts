import { queryOptions } from '@tanstack/react-query';
import { api, dataOf } from '../../api/client.ts';
import type { Model } from '../../api/models.ts';
import { readPage } from '../../table/read-page.ts';
import type { AuditLogSearch } from './audit-log-search.ts';

const CHANGES_PER_PAGE = 50;

export const changesQuery = (search: AuditLogSearch) =>
  queryOptions({
    queryKey: ['audit-log', search],
    queryFn: () =>
      readPage({ page: search.page, perPage: CHANGES_PER_PAGE }, (page) =>
        dataOf(api.GET('/audit-log', { params: { query: { ...search, ...page } } })),
      ),
  });

export type Change = Model<'AuditLogEntry'>;
