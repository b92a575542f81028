import type { QueryClient } from '@tanstack/react-query';
import { type Me, meQuery } from './me-query.ts';

/** Sets the logged-in user (null: none) and removes all data of the previous user or organization. */
export function setSession(client: QueryClient, me: Me | null) {
  client.setQueryData(meQuery.queryKey, me);
  client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== meQuery.queryKey[0] });
}

/** After a log-out. The lists of guests go first: without a session, the browser opens another document. */
export async function endSession(client: QueryClient) {
  await forgetGuests();
  setSession(client, null);
}

/** The lists that the door of this person keeps in the browser. Without storage there are none. */
const forgetGuests = () =>
  import('../door/kept-list.ts').then(({ forgetListsOfPeople }) => forgetListsOfPeople()).catch(() => {});
