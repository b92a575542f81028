import { queryOptions } from '@tanstack/react-query';
import { api, dataOf } from '../../api/client.ts';
import type { Model } from '../../api/models.ts';
import type { ListSearch } from '../../table/list-search.ts';

export const PROMO_CODES_PER_PAGE = 20;

export const promoCodesQuery = (search: ListSearch) =>
  queryOptions({
    queryKey: ['promo-codes', search],
    queryFn: () =>
      dataOf(
        api.GET('/promo-codes', {
          params: { query: { page: search.page, event_id: search.event_id, per_page: PROMO_CODES_PER_PAGE } },
        }),
      ),
  });

export type PromoCode = Model<'PromoCode'>;
