import { inviteByLink } from '../accounts/invitations/invite.ts';
import { ROLES } from '../accounts/roles.ts';
import { OPERATOR } from '../audit-log/actor.ts';
import { readConfig } from '../config/config.ts';
import { type Command, UsageError, type Values } from './command.ts';
import { emailOf, publicUrlOf, uuidOf } from './fields.ts';
import { advise, print, withDatabase } from './with-database.ts';

export const inviteUserCommand: Command = {
  name: 'users invite',
  summary: 'Print an invitation link to an organization',
  options: {
    organization: { value: 'ID', help: 'Organization to join', required: true },
    email: { value: 'ADDRESS', help: 'Address to log in with', required: true },
    role: { value: 'ROLE', help: `One of ${ROLES.join(', ')}`, required: true },
  },
  async run(values) {
    const organizationId = uuidOf(values, 'organization');
    const invitation = {
      organizationId,
      actor: OPERATOR,
      email: emailOf(values),
      role: roleOf(values),
      now: new Date(),
    };
    print(await withDatabase((db) => inviteByLink(db, publicUrlOf(readConfig()), invitation)));
    advise('It works once, for a week. No mail is sent: pass it on yourself.');
  },
};

/** @throws UsageError */
function roleOf({ role }: Values) {
  const found = ROLES.find((each) => each === role);
  if (!found) throw new UsageError(`--role must be one of ${ROLES.join(', ')}, not "${role}"`);
  return found;
}
