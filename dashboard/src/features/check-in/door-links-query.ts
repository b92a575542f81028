import { queryOptions } from '@tanstack/react-query';
import { api, dataOf } from '../../api/client.ts';
import { readPage } from '../../table/read-page.ts';

const DOOR_LINKS_PER_PAGE = 20;

export const doorLinksQuery = (id: string, page: number) =>
  queryOptions({
    queryKey: ['events', id, 'door-links', page],
    queryFn: () =>
      readPage({ page, perPage: DOOR_LINKS_PER_PAGE }, (query) =>
        dataOf(api.GET('/events/{id}/door-links', { params: { path: { id }, query } })),
      ),
  });
