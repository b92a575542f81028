import { queryOptions } from '@tanstack/react-query';
import { api, dataOf } from '../../api/client.ts';
import type { Model } from '../../api/models.ts';
import { readPage } from '../../table/read-page.ts';

export const MESSAGES_PER_PAGE = 20;
/** While mails are on their way, the counts move. */
const LOOK_AGAIN_MS = 3_000;

export const messagesQuery = (eventId: string, page: number) =>
  queryOptions({
    queryKey: ['events', eventId, 'messages', page],
    queryFn: () =>
      readPage({ page, perPage: MESSAGES_PER_PAGE }, (query) =>
        dataOf(api.GET('/events/{id}/messages', { params: { path: { id: eventId }, query } })),
      ),
    refetchInterval: ({ state }) => (state.data?.messages.some(isMoving) ? LOOK_AGAIN_MS : false),
  });

const isMoving = ({ status, waiting, send_at: at }: Message) =>
  status === 'sending' || waiting > 0 || (status === 'scheduled' && new Date(at) <= new Date());

export type Message = Model<'Message'>;
export type Preview = Model<'MessagePreview'>;
