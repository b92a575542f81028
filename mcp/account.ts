import type { ApiKey, Organization, Takilya } from '../sdk/typescript/src/takilya.ts';

export type Scope = ApiKey['scopes'][number];

/** The organization that the assistant works for, and what its key may do. */
export interface Account {
  takilya: Takilya;
  /** The address of the installation, without a slash at the end. */
  url: string;
  scopes: readonly Scope[];
  /** null: the key has the scope `door` alone, which reads no organization. */
  organization: Organization | null;
}

/** Scopes with which a key reads orders, attendees and figures. */
export const READ: readonly Scope[] = ['read', 'sell', 'box_office', 'all'];
/** Scopes with which a key reads events. */
export const READ_EVENTS: readonly Scope[] = [...READ, 'door'];
/** Scopes with which a key changes events and refunds orders. */
export const MANAGE: readonly Scope[] = ['all'];

export const hasAny = ({ scopes }: Account, enough: readonly Scope[]) => scopes.some((scope) => enough.includes(scope));

/** @throws TakilyaError when the server cannot be reached or refuses the key */
export async function readAccount(takilya: Takilya, url: string): Promise<Account> {
  const { scopes } = await takilya.apiKeys.getCurrent();
  const account: Account = { takilya, url, scopes, organization: null };
  return hasAny(account, READ) ? { ...account, organization: await takilya.organization.get() } : account;
}

/** Where a person does the same in the browser. */
export const dashboardUrl = ({ url }: Account, kind: 'events' | 'orders', id: string) =>
  `${url}/dashboard/${kind}/${id}`;
