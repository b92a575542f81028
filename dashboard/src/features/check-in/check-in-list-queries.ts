import { queryOptions } from '@tanstack/react-query';
import { api, dataOf } from '../../api/client.ts';
import type { Model } from '../../api/models.ts';

export const checkInListsQuery = (eventId: string) =>
  queryOptions({
    queryKey: ['events', eventId, 'check-in-lists'],
    queryFn: () => dataOf(api.GET('/events/{id}/check-in-lists', { params: { path: { id: eventId } } })),
  });

export type CheckInList = Model<'CheckInList'>;
export type CountedList = Model<'CountedCheckInList'>;
