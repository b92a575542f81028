import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, dataOf } from '../../api/client.ts';
import type { Model } from '../../api/models.ts';
import { readPage } from '../../table/read-page.ts';
import type { ReservationsSearch } from './reservations-search.ts';

export type Reservation = Model<'Reservation'>;

/** A screen of a desk. */
const RESERVATIONS_PER_PAGE = 20;

export const reservationsQuery = ({ state = 'kept', ...search }: ReservationsSearch) =>
  queryOptions({
    queryKey: ['reservations', state, search],
    queryFn: () => {
      const query = { ...search, ...(state === 'all' ? {} : { state }) };
      return readPage({ page: search.page, perPage: RESERVATIONS_PER_PAGE }, (page) =>
        dataOf(api.GET('/reservations', { params: { query: { ...query, ...page } } })),
      );
    },
    // The list stays while another search is read.
    placeholderData: keepPreviousData,
  });
