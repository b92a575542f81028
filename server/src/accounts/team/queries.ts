import sql, { type Sql } from 'sql-template-tag';
import type { Queryable, Tx } from '../../platform/database/database.ts';
import type { Uuid } from '../../values/uuid.ts';
import type { Role } from '../roles.ts';

export interface Member {
  userId: Uuid;
  name: string;
  email: string;
  role: Role;
  totpEnabled: boolean;
  hasPasskey: boolean;
  joinedAt: Date;
  lastSeenAt: Date | null;
}

/** The organization whose members work for this one: a test organization has those of its live organization. */
export const teamOf = (organizationId: Uuid): Sql => sql`(
  select coalesce(test_of, organization_id) from organizations where organization_id = ${organizationId})`;

/** In order of joining. */
export async function listMembers(db: Queryable, organizationId: Uuid): Promise<Member[]> {
  return db.query<Member>(sql`
    select m.user_id, u.name, u.email, m.role, u.totp_enabled, m.created_at as joined_at,
           exists (select 1 from passkeys p where p.user_id = m.user_id) as has_passkey,
           (select max(s.last_seen_at) from sessions s
             where s.member_of = m.organization_id and s.user_id = m.user_id) as last_seen_at
      from memberships m join users u on u.id = m.user_id
     where m.organization_id = ${teamOf(organizationId)} order by m.created_at, m.user_id`);
}

/** The organization's roles by user, locked until the transaction ends. */
export async function lockRoles(tx: Tx, organizationId: Uuid): Promise<Map<Uuid, Role>> {
  const rows = await tx.query<{ userId: Uuid; role: Role }>(sql`
    select user_id, role from memberships where organization_id = ${organizationId} order by user_id for update`);
  return new Map(rows.map((row) => [row.userId, row.role]));
}

export async function saveRole(tx: Tx, organizationId: Uuid, userId: Uuid, role: Role) {
  await tx.query(sql`
    update memberships set role = ${role} where organization_id = ${organizationId} and user_id = ${userId}`);
}

/** Deletes the membership and, with it, the user's sessions in this organization. */
export async function deleteMembership(tx: Tx, organizationId: Uuid, userId: Uuid) {
  await tx.query(sql`delete from memberships where organization_id = ${organizationId} and user_id = ${userId}`);
}
