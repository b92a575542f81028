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

/** The dates that are shown, and how many of all are drafts. */
export const seriesDatesQuery = (id: string) =>
  queryOptions({
    queryKey: ['series', id, 'dates'],
    queryFn: async () => {
      const read = (which: { any_status: true } | { status: 'draft' }, perPage: number) =>
        dataOf(api.GET('/events', { params: { query: { series_id: id, ...which, per_page: perPage } } }));
      const [{ events, meta }, drafts] = await Promise.all([
        read({ any_status: true }, DATES_SHOWN),
        read({ status: 'draft' }, 1),
      ]);
      return { events, meta, drafts: drafts.meta.total };
    },
  });
