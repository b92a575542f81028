import type { QueryClient } from '@tanstack/react-query';
import { type Me, meQuery } from './me-query.ts';

/** From now on this is who looks; null: nobody. What was shown to somebody else, or of another organization, is forgotten. */
export function become(client: QueryClient, me: Me | null) {
  client.setQueryData(meQuery.queryKey, me);
  client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== meQuery.queryKey[0] });
}
