import { queryOptions } from '@tanstack/react-query';
import { api, dataOf } from '../../api/client.ts';
import type { Model } from '../../api/models.ts';
import { EVENT_CHOICES } from '../../api/read-again.ts';
import { readAllEvents } from '../../api/read-all-events.ts';
import { readPage } from '../../table/read-page.ts';
import type { EventsSearch } from './events-search.ts';

const EVENTS_PER_PAGE = 20;
/** As long as other queries. The choices of a house with thousands of dates then take a request a second, at most. */
const LEAST_FRESH_MS = 10_000;
const FRESH_MS_PER_EVENT = 20;

export const eventsQuery = (search: EventsSearch) =>
  queryOptions({
    queryKey: ['events', 'list', search],
    queryFn: () => {
      const which = search.status ? {} : { any_status: true };
      return readPage({ page: search.page, perPage: EVENTS_PER_PAGE }, (page) =>
        dataOf(api.GET('/events', { params: { query: { ...search, ...which, ...page } } })),
      );
    },
  });

export const eventQuery = (id: string) =>
  queryOptions({
    queryKey: ['events', id],
    queryFn: () => dataOf(api.GET('/events/{id}', { params: { path: { id } } })),
  });

/** How many tickets were checked in. */
export const usedTicketsQuery = (id: string) =>
  queryOptions({
    queryKey: ['events', id, 'used-tickets'],
    queryFn: async () => {
      const query = { status: 'checked_in' as const, per_page: 1 };
      return (await dataOf(api.GET('/events/{id}/attendees', { params: { path: { id }, query } }))).meta.total;
    },
  });

export type Event = Model<'Event'>;
export type Tier = Event['ticket_tiers'][number];
export type EventStatus = Event['status'];

/** All events, in any status, for the choices of forms and filters. */
export const eventChoicesQuery = queryOptions({
  queryKey: [EVENT_CHOICES],
  staleTime: ({ state: { data = [] } }) => LEAST_FRESH_MS + data.length * FRESH_MS_PER_EVENT,
  queryFn: () => readAllEvents(api),
});
