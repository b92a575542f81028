import { queryOptions } from '@tanstack/react-query';
import { api, dataOf } from '../../api/client.ts';
import { type Door, withNews } from './door.ts';
import { doorKey } from './door-key.ts';

/** As many as the API gives at once. */
const MOST_PER_PAGE = 1_000;
/** What other doors did is known that soon, and a line that is back is found that soon. */
const ASK_EVERY_MS = 10_000;
/** A page of a thousand tickets on a bad line. */
const TIMEOUT_MS = 20_000;

type Bundle = Parameters<typeof withNews>[1][number];

/** The list of an event, kept up with the server: all of it first, then what changed. */
export const doorQuery = (eventId: string) =>
  queryOptions({
    queryKey: doorKey(eventId),
    queryFn: async ({ client }): Promise<Door> => {
      const askedAt = Date.now();
      const known = () => client.getQueryData<Door>(doorKey(eventId));
      const news = await readDoor(eventId, known()?.nextSince);
      const door = withNews(known(), news, askedAt);
      if (!door) throw new Error('The list of the event is empty of itself');
      return door;
    },
    // The list is what is left when there is no network: it is asked for whatever the browser thinks of the line.
    networkMode: 'always',
    refetchInterval: ASK_EVERY_MS,
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
        params: { path: { id: eventId }, query: { page, per_page: MOST_PER_PAGE, since } },
        signal: AbortSignal.timeout(TIMEOUT_MS),
      }),
    );
    pages.push(bundle);
    if (!bundle.meta.has_more) return pages;
  }
}
