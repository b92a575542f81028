import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, dataOf } from '../../api/client.ts';
import type { Model } from '../../api/models.ts';
import { readPage } from '../../table/read-page.ts';

/** A screen of a desk. */
const ENTRIES_PER_PAGE = 20;

export type WaitingStatus = Model<'WaitingListStatus'>;
export const WAITING_STATUSES = [
  'waiting',
  'offered',
  'bought',
  'passed',
  'left',
  'ended',
] as const satisfies readonly WaitingStatus[];

export interface ShownEntries {
  status?: WaitingStatus;
  page: number;
}

export const waitingListQuery = (eventId: string, { status, page }: ShownEntries) =>
  queryOptions({
    queryKey: ['events', eventId, 'waiting-list', status, page],
    queryFn: () =>
      readPage({ page, perPage: ENTRIES_PER_PAGE }, (query) =>
        dataOf(
          api.GET('/events/{id}/waiting-list', { params: { path: { id: eventId }, query: { status, ...query } } }),
        ),
      ),
    // The list stays while another page or status is read.
    placeholderData: keepPreviousData,
  });

/** Which tiers price the seats of each section. */
export const pricesQuery = (eventId: string) =>
  queryOptions({
    queryKey: ['events', eventId, 'prices'],
    queryFn: () => dataOf(api.GET('/events/{id}/sections', { params: { path: { id: eventId } } })),
  });

export type WaitingEntries = Model<'WaitingList'>;
export type Entry = Model<'WaitingListEntry'>;
export type Counts = Model<'WaitingListCounts'>;
