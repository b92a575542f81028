import type { QueryClient } from '@tanstack/react-query';
import { dataOf, own } from '../api/client.ts';
import { showFor } from '../api/shown-for.ts';
import { type Me, meQuery } from './me-query.ts';
import { setSession } from './set-session.ts';

/** A link in an e-mail names the organization that it is about: the reader may be looking at another one. */
export const linkSearch = ({ organization }: Record<string, unknown>): { organization?: string } =>
  typeof organization === 'string' ? { organization } : {};

/**
 * Moves the session to the organization of a link, unless it is there, or the user is not a member of it. Another tab
 * may have moved it, or the membership ended: if it fails, the user is read anew with the next try.
 */
export async function openOrganization(client: QueryClient, { organization, organizations }: Me, id: string) {
  if (id === organization.id || !organizations.some((other) => other.id === id)) return;
  const body = { organization_id: id };
  const me = await dataOf(own.PUT('/me/organization', { body })).catch((error: unknown) => {
    showFor(null);
    client.removeQueries(meQuery);
    throw error;
  });
  setSession(client, me);
}

/** The address of such a link afterwards: a page that is reloaded later shows what the session shows. */
export function withoutOrganization({ pathname, searchStr, hash }: Record<'pathname' | 'searchStr' | 'hash', string>) {
  const search = new URLSearchParams(searchStr);
  search.delete('organization');
  return `${pathname}${search.size > 0 ? `?${search}` : ''}${hash && `#${hash}`}`;
}
