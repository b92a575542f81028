import { listApiKeys } from '../api-keys/queries.ts';
import type { Command } from './command.ts';
import { uuidOf } from './fields.ts';
import { print, withDatabase } from './with-database.ts';

export const listKeysCommand: Command = {
  name: 'keys list',
  summary: 'Show the API keys of an organization; of each only the end',
  options: { organization: { value: 'ID', help: 'Whose keys', required: true } },
  async run(values) {
    const organizationId = uuidOf(values, 'organization');
    const keys = await withDatabase((db) => listApiKeys(db, organizationId));
    if (keys.length === 0) print('This organization has no API key.');
    for (const { id, name, lastFour, createdAt, revokedAt } of keys) {
      const state = revokedAt ? `revoked ${revokedAt.toISOString()}` : `since ${createdAt.toISOString()}`;
      print(`${id}  …${lastFour}  ${name} (${state})`);
    }
  },
};
