import { type ApiKey, listApiKeys } from '../api-keys/queries.ts';
import type { Command } from './command.ts';
import { uuidOf } from './fields.ts';
import { print, withOrganization } from './with-database.ts';

/** More keys than any organization has. */
const ALL = { page: 1, perPage: 100_000 };

export const listKeysCommand: Command = {
  name: 'keys list',
  summary: 'Show the API keys of an organization, each by its last four characters',
  options: { organization: { value: 'ID', help: 'Organization of the keys', required: true } },
  async run(values) {
    const organizationId = uuidOf(values, 'organization');
    const { keys } = await withOrganization(organizationId, (db, id) => listApiKeys(db, id, ALL));
    if (keys.length === 0) print('This organization has no API key.');
    for (const key of keys)
      print(`${key.id}  …${key.lastFour}  ${key.name} (${key.scopes.join(', ')}; ${stateOf(key)})`);
  },
};

function stateOf({ createdAt, expiresAt, lastUsedAt, revokedAt }: ApiKey): string {
  if (revokedAt) return `revoked ${revokedAt.toISOString()}`;
  const end = expiresAt ? `, until ${expiresAt.toISOString()}` : '';
  return `since ${createdAt.toISOString()}${end}, ${lastUsedAt ? `last used ${lastUsedAt.toISOString()}` : 'never used'}`;
}
