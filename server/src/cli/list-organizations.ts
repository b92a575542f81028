import { listOrganizations } from '../organizations/queries.ts';
import type { Command } from './command.ts';
import { print, withDatabase } from './with-database.ts';

export const listOrganizationsCommand: Command = {
  name: 'organizations list',
  summary: 'Show the organizations and their ids',
  options: {},
  async run() {
    const organizations = await withDatabase(listOrganizations);
    if (organizations.length === 0) print('There is no organization yet.');
    for (const { id, name, timeZone, testOf } of organizations)
      print(`${id}  ${name} (${timeZone})${testOf === null ? '' : `, test mode of ${testOf}`}`);
  },
};
