import type { QueryClient } from '@tanstack/react-query';
import { showFor } from '../api/shown-for.ts';
import { forgetDraftsOf } from '../form/drafts.ts';
import { forgetGuests } from './forget-guests.ts';
import { type Me, meQuery } from './me-query.ts';

/** Sets the logged-in user (null: none) and removes all data of the previous user or organization. */
export function setSession(client: QueryClient, me: Me | null) {
  showFor(me);
  client.setQueryData(meQuery.queryKey, me);
  client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== meQuery.queryKey[0] });
}

/** After a log-out. What the browser keeps goes first: without a session, it opens another document. */
export async function endSession(client: QueryClient) {
  const me = client.getQueryData<Me | null>(meQuery.queryKey);
  if (me) forgetDraftsOf(localStorage, me.user.id);
  await forgetGuests();
  setSession(client, null);
}
