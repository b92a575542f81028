import type { QueryClient } from '@tanstack/react-query';
import { dataOf, own } from '../api/client.ts';
import type { Me } from './me-query.ts';
import { setSession } from './set-session.ts';

/** A link in an e-mail names the organization that it is about: the reader may be looking at another one. */
export const linkSearch = ({ organization }: Record<string, unknown>): { organization?: string } =>
  typeof organization === 'string' ? { organization } : {};

/** Shows the organization of a link, in this tab and in new ones, unless the user is not a member of it. */
export async function openOrganization(client: QueryClient, { organization, organizations }: Me, id: string) {
  if (id === organization.id || !organizations.some((other) => other.id === id)) return;
  const body = { organization_id: id };
  await setSession(client, await dataOf(own.PUT('/me/organization', { body })));
}

/** The address of such a link afterwards: a page that is reloaded later shows what the tab shows by then. */
export function withoutOrganization({ pathname, searchStr, hash }: Record<'pathname' | 'searchStr' | 'hash', string>) {
  const search = new URLSearchParams(searchStr);
  search.delete('organization');
  return `${pathname}${search.size > 0 ? `?${search}` : ''}${hash && `#${hash}`}`;
}
