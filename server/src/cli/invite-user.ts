import { inviteByLink } from '../accounts/invitations/invite.ts';
import { ROLES } from '../accounts/roles.ts';
import { OPERATOR } from '../audit-log/actor.ts';
import { type Command, UsageError, type Values } from './command.ts';
import { emailOf, publicUrlOf, uuidOf } from './fields.ts';
import { advise, print, withDatabase } from './with-database.ts';

export const inviteUserCommand: Command = {
  name: 'users invite',
  summary: 'Print a link that makes somebody a member of an organization',
  options: {
    organization: { value: 'ID', help: 'Of which', required: true },
    email: { value: 'ADDRESS', help: 'Whose, to log in with', required: true },
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
    print(await withDatabase((db) => inviteByLink(db, publicUrlOf(), invitation)));
    advise('It works once, for a week. Nobody is sent anything: pass it on.');
  },
};

/** @throws UsageError */
function roleOf({ role }: Values) {
  const found = ROLES.find((each) => each === role);
  if (!found) throw new UsageError(`--role must be one of ${ROLES.join(', ')}, not "${role}"`);
  return found;
}
