import { type Static, Type } from 'typebox';
import { modeOf } from '../../organizations/organization.ts';
import { Mode } from '../../organizations/schemas.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { ACCESS } from '../../platform/http/callers/access.ts';
import { nullable, OneOf, Uuid } from '../../platform/http/contract/fields.ts';
import { Model } from '../../platform/http/contract/models.ts';
import { shown } from '../../platform/http/contract/wire.ts';
import { requestRefusals } from '../../platform/refusals/request-refusals.ts';
import { LANGUAGES } from '../../values/language.ts';
import type { Uuid as Id } from '../../values/uuid.ts';
import { findAccount, listMemberships } from '../queries.ts';
import { countRecoveryCodes } from '../recovery-codes/queries.ts';
import { ROLE_ACCESS, ROLES } from '../roles.ts';
import { hasSecondFactor, type Membership } from '../user.ts';

const MemberOfJson = Model('OwnOrganization', 'An organization of the user.', {
  id: Uuid(),
  name: Type.String(),
  mode: Mode,
  test_of: nullable(Uuid('The live organization, in test mode.')),
  time_zone: Type.String(),
  two_factor_required: Type.Boolean(),
});

const SelfJson = Model('Self', 'The logged-in user.', {
  id: Uuid(),
  name: Type.String(),
  email: Type.String(),
  language: OneOf(LANGUAGES),
  totp_enabled: Type.Boolean(),
  has_passkey: Type.Boolean(),
  recovery_codes_left: Type.Integer(),
});

export const MeJson = Model('Me', 'The logged-in user, the organization and their role in it.', {
  user: SelfJson,
  organization: MemberOfJson,
  role: OneOf(ROLES),
  access: Type.Array(OneOf(ACCESS), {
    description: 'Empty while the organization requires a second factor that the user lacks.',
  }),
  organizations: Type.Array(
    Model('Membership', 'An organization of the user, and their role in it.', {
      ...MemberOfJson.properties,
      role: OneOf(ROLES),
    }),
  ),
});

/** @throws Refusal 401 if the user is no longer a member of the organization */
export async function readMe(
  db: Queryable,
  { userId, organizationId }: { userId: Id; organizationId: Id },
): Promise<Static<typeof MeJson>> {
  const [user, memberships] = [await findAccount(db, userId), await listMemberships(db, userId)];
  const recoveryCodesLeft = await countRecoveryCodes(db, userId);
  const here = memberships.find(({ organization }) => organization.id === organizationId);
  if (!user || !here) throw requestRefusals.not_logged_in();
  const lacksFactor = here.organization.twoFactorRequired && !hasSecondFactor(user);
  return {
    user: shown(SelfJson, { ...user, recoveryCodesLeft }),
    organization: organizationJson(here),
    role: here.role,
    access: lacksFactor ? [] : [...ROLE_ACCESS[here.role]],
    organizations: memberships.map((membership) => ({ ...organizationJson(membership), role: membership.role })),
  };
}

const organizationJson = ({ organization }: Membership) =>
  shown(MemberOfJson, { ...organization, mode: modeOf(organization) });
