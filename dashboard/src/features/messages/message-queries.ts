import { queryOptions } from '@tanstack/react-query';
import { api, dataOf } from '../../api/client.ts';
import type { Model } from '../../api/models.ts';
import { readPage } from '../../table/read-page.ts';
import { lookAgainIn } from './look-again.ts';

const MESSAGES_PER_PAGE = 20;

export const messagesQuery = (eventId: string, page: number) =>
  queryOptions({
    queryKey: ['events', eventId, 'messages', page],
    queryFn: () =>
      readPage({ page, perPage: MESSAGES_PER_PAGE }, (query) =>
        dataOf(api.GET('/events/{id}/messages', { params: { path: { id: eventId }, query } })),
      ),
    refetchInterval: ({ state }) => lookAgainIn(state.data?.messages ?? [], new Date()),
  });

export type Message = Model<'Message'>;
export type Preview = Model<'MessagePreview'>;
