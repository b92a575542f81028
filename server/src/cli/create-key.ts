import { createApiKey } from '../api-keys/create-api-key.ts';
import type { Command } from './command.ts';
import { nameOf, uuidOf } from './fields.ts';
import { advise, print, withDatabase } from './with-database.ts';

export const createKeyCommand: Command = {
  name: 'keys create',
  summary: 'Make an API key and print it, this once',
  options: {
    organization: { value: 'ID', help: 'Whose data it opens', required: true },
    name: { value: 'NAME', help: 'What it is for, to know it by', required: true },
  },
  async run(values) {
    const fields = { organizationId: uuidOf(values, 'organization'), name: nameOf(values), now: new Date() };
    const key = await withDatabase((db) => createApiKey(db, fields));
    print(key);
    advise('Keep it now: it is not stored and cannot be shown again.');
  },
};
