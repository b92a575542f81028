import { queryOptions } from '@tanstack/react-query';
import { api, dataOf } from '../../api/client.ts';
import { type Door, withUpdates } from './door.ts';
import { doorKey } from './door-key.ts';

/** The largest page of the API. */
const MAX_PER_PAGE = 1_000;
/** The longest delay until this device knows of check-ins elsewhere, or that the connection is back. */
const REFRESH_MS = 10_000;
/** Enough for a page of a thousand tickets on a slow connection. */
const TIMEOUT_MS = 20_000;

type Bundle = Parameters<typeof withUpdates>[1][number];

/** The ticket list of an event, kept current: the whole list first, then the changes. */
export const doorQuery = (eventId: string) =>
  queryOptions({
    queryKey: doorKey(eventId),
    queryFn: async ({ client }): Promise<Door> => {
      const requestedAt = Date.now();
      const known = () => client.getQueryData<Door>(doorKey(eventId));
      const updates = await readDoor(eventId, known()?.nextSince);
      const door = withUpdates(known(), updates, requestedAt);
      if (!door) throw new Error('the server sent no page of the ticket list');
      return door;
    },
    // Requested even when the browser believes that it is offline: it can be wrong.
    networkMode: 'always',
    refetchInterval: REFRESH_MS,
    refetchOnReconnect: 'always',
    retry: false,
    staleTime: 0,
    gcTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  });

async function readDoor(eventId: string, since?: string): Promise<Bundle[]> {
  const pages: Bundle[] = [];
  for (let page = 1; ; page++) {
    const bundle = await dataOf(
      api.GET('/events/{id}/door', {
        params: { path: { id: eventId }, query: { page, per_page: MAX_PER_PAGE, since } },
        signal: AbortSignal.timeout(TIMEOUT_MS),
      }),
    );
    pages.push(bundle);
    if (!bundle.meta.has_more) return pages;
  }
}
