import { queryOptions } from '@tanstack/react-query';
import { api, dataOf } from '../../api/client.ts';
import type { Model } from '../../api/models.ts';
import type { ListSearch } from '../../table/list-search.ts';
import { readPage } from '../../table/read-page.ts';

const PROMO_CODES_PER_PAGE = 20;

export const promoCodesQuery = (search: ListSearch) =>
  queryOptions({
    queryKey: ['promo-codes', search],
    queryFn: () =>
      readPage({ page: search.page, perPage: PROMO_CODES_PER_PAGE }, (page) =>
        dataOf(api.GET('/promo-codes', { params: { query: { event_id: search.event_id, ...page } } })),
      ),
  });

export type PromoCode = Model<'PromoCode'>;
