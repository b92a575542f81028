import { createOrganization } from '../organizations/create-organization.ts';
import { openDatabase } from '../platform/database/open.ts';
import type { Command } from './command.ts';
import { nameOf, timeZoneOf } from './fields.ts';
import { advise, print, withDatabase } from './with-database.ts';

export const createOrganizationCommand: Command = {
  name: 'organizations create',
  summary: 'Add an organization',
  options: {
    name: { value: 'NAME', help: 'Name that buyers see', required: true },
    'time-zone': { value: 'ZONE', help: 'Time zone of times without an offset; default Asia/Manila' },
  },
  async run(values) {
    const fields = { name: nameOf(values), timeZone: timeZoneOf(values), now: new Date() };
    const id = await withDatabase((db) => createOrganization(db, fields), { open: openDatabase });
    print(id);
    advise('Next, create an API key for it:', `  npx takilya keys create --organization ${id} --name "My program"`);
  },
};
