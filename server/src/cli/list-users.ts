import { listMembers } from '../accounts/team/queries.ts';
import type { Command } from './command.ts';
import { uuidOf } from './fields.ts';
import { print, withOrganization } from './with-database.ts';

export const listUsersCommand: Command = {
  name: 'users list',
  summary: 'Show who logs in to the dashboard of an organization',
  options: { organization: { value: 'ID', help: 'Of which', required: true } },
  async run(values) {
    const organizationId = uuidOf(values, 'organization');
    const members = await withOrganization(organizationId, listMembers);
    if (members.length === 0) print('Nobody: npx takilya users invite');
    for (const { email, name, role, totpEnabled } of members)
      print(`${email}  ${name} (${role}${totpEnabled ? ', with an authenticator app' : ''})`);
  },
};
