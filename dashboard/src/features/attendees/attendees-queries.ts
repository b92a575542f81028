import { queryOptions } from '@tanstack/react-query';
import { api, dataOf } from '../../api/client.ts';
import type { Model } from '../../api/models.ts';
import type { AttendeesSearch } from './attendees-search.ts';

/** The largest page of the API. */
export const PER_PAGE = 100;

export const attendeesQuery = (eventId: string, search: AttendeesSearch, page: number) =>
  queryOptions({
    queryKey: ['events', eventId, 'attendees', search, page],
    queryFn: () =>
      dataOf(
        api.GET('/events/{id}/attendees', {
          params: { path: { id: eventId }, query: { ...search, page, per_page: PER_PAGE } },
        }),
      ),
  });

export type Attendee = Model<'Attendee'>;
