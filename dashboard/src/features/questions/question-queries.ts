import { queryOptions } from '@tanstack/react-query';
import { api, dataOf } from '../../api/client.ts';
import type { Model } from '../../api/models.ts';

export const questionsQuery = (eventId: string) =>
  queryOptions({
    queryKey: ['events', eventId, 'questions'],
    queryFn: () => dataOf(api.GET('/events/{id}/questions', { params: { path: { id: eventId } } })),
  });

export type Question = Model<'Question'>;
export type Answer = Model<'Answer'>;
