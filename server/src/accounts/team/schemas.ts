import { type Static, Type } from 'typebox';
import { Email, Instant, nullable, OneOf, Uuid } from '../../platform/http/contract/fields.ts';
import type { Invitation } from '../invitations/queries.ts';
import { ROLES } from '../roles.ts';
import type { Member } from './queries.ts';

const Role = OneOf(
  ROLES,
  'owner: everything. manager: all but team, keys and settings. door: check-in. viewer: reads.',
);

export const RoleBody = Type.Object({ role: Role });
export const NewInvitationBody = Type.Object({ email: Email(), role: Role });
export const MemberParams = Type.Object({ user_id: Uuid() });

export const MemberJson = Type.Object({
  user_id: Uuid(),
  name: Type.String(),
  email: Type.String(),
  role: OneOf(ROLES),
  totp_enabled: Type.Boolean(),
  joined_at: Instant(),
  last_seen_at: nullable(Instant('Of the sessions that are open, to the minute.')),
});

export const InvitationJson = Type.Object({
  id: Uuid(),
  email: Type.String(),
  role: OneOf(ROLES),
  created_at: Instant(),
  expires_at: Instant(),
});

export const TeamJson = Type.Object({ members: Type.Array(MemberJson), invitations: Type.Array(InvitationJson) });

export const memberJson = (member: Member): Static<typeof MemberJson> => ({
  user_id: member.userId,
  name: member.name,
  email: member.email,
  role: member.role,
  totp_enabled: member.totpEnabled,
  joined_at: member.joinedAt.toISOString(),
  last_seen_at: member.lastSeenAt?.toISOString() ?? null,
});

export const invitationJson = (invitation: Invitation): Static<typeof InvitationJson> => ({
  id: invitation.id,
  email: invitation.email,
  role: invitation.role,
  created_at: invitation.createdAt.toISOString(),
  expires_at: invitation.expiresAt.toISOString(),
});
