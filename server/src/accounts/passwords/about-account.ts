import type { Queryable } from '../../platform/database/database.ts';
import { type Account, listMemberships } from '../queries.ts';

/** What an attacker knows of a person, for `requireGoodPassword`. */
export async function aboutAccount(db: Queryable, { id, email, name }: Pick<Account, 'id' | 'email' | 'name'>) {
  const memberships = await listMemberships(db, id);
  return { email, names: [name, ...memberships.map(({ organization }) => organization.name)] };
}
