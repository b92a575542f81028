import { queryOptions } from '@tanstack/react-query';
import { api, dataOf } from '../../api/client.ts';

/** Dates on the page of an event: the next ones come first. The list of events has the others. */
const DATES_SHOWN = 50;

/** The most that one page of the list has: the newest series. */
const SERIES_OFFERED = 100;

export const seriesListQuery = queryOptions({
  queryKey: ['series'],
  queryFn: () => dataOf(api.GET('/series', { params: { query: { per_page: SERIES_OFFERED } } })),
});

export const seriesQuery = (id: string) =>
  queryOptions({
    queryKey: ['series', id],
    queryFn: () => dataOf(api.GET('/series/{id}', { params: { path: { id } } })),
  });

export const seriesDatesQuery = (id: string) =>
  queryOptions({
    queryKey: ['series', id, 'dates'],
    queryFn: () => {
      const query = { series_id: id, any_status: true, per_page: DATES_SHOWN };
      return dataOf(api.GET('/events', { params: { query } }));
    },
  });
