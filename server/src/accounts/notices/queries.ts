import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';
import type { Uuid } from '../../values/uuid.ts';
import { ROLE_ACCESS, ROLES, type Role } from '../roles.ts';
import { teamOf } from '../team/queries.ts';

export interface Reader {
  id: Uuid;
  email: string;
}

export const listOwners = (db: Queryable, organizationId: Uuid) => listReaders(db, organizationId, ['owner']);

/** Members who may decide about money. */
export const listDeciders = (db: Queryable, organizationId: Uuid) =>
  listReaders(
    db,
    organizationId,
    ROLES.filter((role) => ROLE_ACCESS[role].has('manage')),
  );

async function listReaders(db: Queryable, organizationId: Uuid, roles: Role[]): Promise<Reader[]> {
  return db.query<Reader>(sql`
    select u.id, u.email from memberships m join users u on u.id = m.user_id
     where m.organization_id = ${teamOf(organizationId)} and m.role = any(${roles}::text[]) order by m.created_at, u.id`);
}
