import type { QueryClient } from '@tanstack/react-query';
import { showFor } from '../api/shown-for.ts';
import { forgetDraftsOf } from '../form/drafts.ts';
import { forgetGuests } from './forget-guests.ts';
import { type Me, meQuery } from './me-query.ts';

/** Tells the other tabs of this browser that the user has logged out. */
const logOuts = new BroadcastChannel('takilya.log-out');

/** Sets the logged-in user (null: none) and removes all data of the previous user or organization. */
export async function setSession(client: QueryClient, me: Me | null) {
  await client.cancelQueries({ queryKey: meQuery.queryKey });
  showFor(me);
  client.setQueryData(meQuery.queryKey, me);
  client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== meQuery.queryKey[0] });
}

/**
 * After a log-out, in all tabs: a page with input that is not saved would stay readable in another one. What the
 * browser keeps goes first: without a session, it opens another document.
 */
export async function endSession(client: QueryClient) {
  const me = client.getQueryData<Me | null>(meQuery.queryKey);
  if (me) forgetDraftsOf(localStorage, me.user.id);
  await forgetGuests();
  logOuts.postMessage(null);
  await setSession(client, null);
}

/** Ends the session of this tab when another one logs out. */
export const followLogOuts = (client: QueryClient) =>
  logOuts.addEventListener('message', () => void setSession(client, null));
