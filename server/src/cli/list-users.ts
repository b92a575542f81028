import { listMembers } from '../accounts/team/queries.ts';
import { hasSecondFactor } from '../accounts/user.ts';
import type { Command } from './command.ts';
import { uuidOf } from './fields.ts';
import { print, withOrganization } from './with-database.ts';

export const listUsersCommand: Command = {
  name: 'users list',
  summary: 'Show the dashboard users of an organization',
  options: { organization: { value: 'ID', help: 'Organization of the users', required: true } },
  async run(values) {
    const organizationId = uuidOf(values, 'organization');
    const members = await withOrganization(organizationId, listMembers);
    if (members.length === 0) print('This organization has no users. Invite one: npx takilya users invite');
    for (const member of members)
      print(`${member.email}  ${member.name} (${member.role}${hasSecondFactor(member) ? ', two-factor' : ''})`);
  },
};
