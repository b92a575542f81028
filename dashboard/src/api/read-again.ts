import type { QueryClient } from '@tanstack/react-query';
import { eventsChangedAt } from './events-changed.ts';

/** Key of the query that reads all events: it takes many requests, so a sale is no reason to repeat it. */
export const EVENT_CHOICES = 'event-choices';

/** After a change everything on the page is loaded again; the choices of events only if this tab changed events. */
export const readAgain = (client: QueryClient) =>
  client.invalidateQueries({
    predicate: ({ queryKey, state }) => queryKey[0] !== EVENT_CHOICES || state.dataUpdatedAt <= eventsChangedAt(),
  });
