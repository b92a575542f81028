import type { Actor } from '../../audit-log/actor.ts';
import { recordChange, recordDifference } from '../../audit-log/record-change.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import type { Uuid } from '../../values/uuid.ts';
import { notifyOwners } from '../notices/notify-owners.ts';
import { findAccount } from '../queries.ts';
import { accountRefusals } from '../refusals.ts';
import type { Role } from '../roles.ts';
import { deleteSessionsOfMember } from '../sessions/queries.ts';
import { requireOwnTeam } from './own-team.ts';
import { deleteMembership, listMembers, lockRoles, type Member, saveRole } from './queries.ts';

interface Change {
  organizationId: Uuid;
  actor: Actor;
  userId: Uuid;
  now: Date;
}

/**
 * Applies from the member's next request on. If two owners demote each other at once, one stays an owner.
 * @throws Refusal 404; 409 for the last owner, and in a test organization
 */
export async function changeRole(
  db: Database,
  { organizationId, actor, userId, role, now }: Change & { role: Role },
): Promise<Member> {
  await db.transaction(async (tx) => {
    await requireOwnTeam(tx, organizationId);
    const roles = await lockRoles(tx, organizationId);
    if (role !== 'owner') requireOwnerBeside(roles, userId);
    const before = roles.get(userId);
    if (!before) throw accountRefusals.member_not_found();
    if (role !== before) {
      const notice = { change: 'role_changed', about: await emailOf(tx, userId), roles: [before, role] } as const;
      await notifyOwners(tx, { organizationId, actor, ...notice, now });
    }
    await saveRole(tx, organizationId, userId, role);
    const change = { action: 'member.role_changed', before: { role: before }, after: { role } } as const;
    recordDifference(tx, { organizationId, actor, subjectId: userId, ...change, now });
  });
  const member = (await listMembers(db, organizationId)).find((each) => each.userId === userId);
  if (!member) throw accountRefusals.member_not_found();
  return member;
}

/**
 * The member's sessions in this organization end with their next request. The account stays, for other organizations
 * and for a later invitation. @throws Refusal 404; 409 for the last owner, and in a test organization
 */
export async function removeMember(db: Database, { organizationId, actor, userId, now }: Change): Promise<void> {
  await db.transaction(async (tx) => {
    await requireOwnTeam(tx, organizationId);
    const roles = await lockRoles(tx, organizationId);
    requireOwnerBeside(roles, userId);
    if (!roles.has(userId)) throw accountRefusals.member_not_found();
    await notifyOwners(tx, { organizationId, actor, now, change: 'member_removed', about: await emailOf(tx, userId) });
    await deleteMembership(tx, organizationId, userId);
    const gone = {
      action: 'member.removed',
      subjectId: userId,
      before: { role: roles.get(userId) },
      after: null,
    } as const;
    recordChange(tx, { organizationId, actor, ...gone, now });
  });
}

/**
 * Ends the member's sessions in this organization with their next request; they may log in again. A session that they
 * have in another organization cannot switch to this one any more. @throws Refusal 404; 409 in a test
 * organization
 */
export async function logOutMember(db: Database, { organizationId, actor, userId, now }: Change): Promise<void> {
  await db.transaction(async (tx) => {
    await requireOwnTeam(tx, organizationId);
    const roles = await lockRoles(tx, organizationId);
    if (!roles.has(userId)) throw accountRefusals.member_not_found();
    await deleteSessionsOfMember(tx, organizationId, userId, now);
    const change = { action: 'member.logged_out', subjectId: userId, before: null, after: {} } as const;
    recordChange(tx, { organizationId, actor, ...change, now });
  });
}

const emailOf = async (tx: Tx, userId: Uuid) => (await findAccount(tx, userId))?.email ?? '';

function requireOwnerBeside(roles: Map<Uuid, Role>, userId: Uuid) {
  if (roles.get(userId) !== 'owner') return;
  const owners = [...roles].filter(([, role]) => role === 'owner');
  if (owners.length === 1) throw accountRefusals.last_owner();
}
