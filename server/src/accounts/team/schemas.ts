import { Type } from 'typebox';
import { Email, Instant, nullable, Uuid } from '../../platform/http/contract/fields.ts';
import { Enum, Model } from '../../platform/http/contract/models.ts';
import { shown } from '../../platform/http/contract/wire.ts';
import type { Invitation } from '../invitations/queries.ts';
import { ROLES } from '../roles.ts';
import { hasSecondFactor } from '../user.ts';
import type { Member } from './queries.ts';

const Role = Enum(
  'Role',
  'owner: everything. manager: all but team, keys, payment accounts, settings and the audit log. cashier: sell at the ' +
    'box office, hand out and check in tickets, read what a viewer does. door: look up and check in tickets. viewer: ' +
    'read.',
  ROLES,
);

export const RoleBody = Model('RoleChange', 'The role that a member gets.', { role: Role });
export const NewInvitationBody = Model('InvitationInput', 'The address to invite, and its role.', {
  email: Email(),
  role: Role,
});
export const MemberParams = Type.Object({ user_id: Uuid() });

export const MemberJson = Model('Member', 'A person who works for the organization.', {
  user_id: Uuid(),
  name: Type.String(),
  email: Type.String(),
  role: Role,
  totp_enabled: Type.Boolean({ description: 'Has an authenticator app.' }),
  two_factor_enabled: Type.Boolean({ description: 'Has an authenticator app or a passkey.' }),
  joined_at: Instant(),
  last_seen_at: nullable(Instant('In an open session that opened this organization last, to the minute.')),
});

export const InvitationJson = Model('Invitation', 'An invitation that is not accepted yet.', {
  id: Uuid(),
  email: Type.String(),
  role: Role,
  created_at: Instant(),
  expires_at: Instant(),
});

export const TeamJson = Model('Team', 'Members of the organization, and open invitations.', {
  members: Type.Array(MemberJson),
  invitations: Type.Array(InvitationJson),
});

export const memberJson = (member: Member) =>
  shown(MemberJson, { ...member, twoFactorEnabled: hasSecondFactor(member) });

export const invitationJson = (invitation: Invitation) => shown(InvitationJson, invitation);
