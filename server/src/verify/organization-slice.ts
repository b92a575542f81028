import type { Organization } from '../organizations/organization.ts';
import type { Queryable } from '../platform/database/database.ts';
import type { Slice } from './check-invariant.ts';
import { listTablesOfOrganizations } from './queries.ts';

/** A test organization has its live one's members and pictures, so rows of these tables are of both. */
const SHARED_WITH_TEST = new Set(['organizations', 'organization_slugs', 'memberships', 'pictures']);
/** Tables of accounts, which belong to no organization. All users are read, because any row may name one. */
const OF_MEMBERS = ['devices', 'recovery_codes', 'passkeys', 'passkey_challenges'];

/**
 * All rows of one organization, in front of an invariant's query like the slices in slices.ts. Each table is filtered
 * by the organization itself, so that on Citus the query runs on the node that has them.
 */
export async function readOrganizationSlice(
  db: Queryable,
  { id, testOf }: Pick<Organization, 'id' | 'testOf'>,
): Promise<Slice> {
  const tables = await listTablesOfOrganizations(db);
  const parts = tables.map((name) => part(name, SHARED_WITH_TEST.has(name) ? OF_BOTH : 'organization_id = $2'));
  parts.push(...OF_MEMBERS.map((name) => part(name, `user_id in (select user_id from memberships where ${OF_BOTH})`)));
  return { text: `with time as (select $1::timestamptz),\n${parts.join(',\n')}`, values: [id, testOf] };
}

const OF_BOTH = 'organization_id in ($2::uuid, $3::uuid)';
const part = (table: string, condition: string) =>
  `${table} as not materialized (select * from ${table} where ${condition})`;
