import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';
import type { Uuid } from '../../values/uuid.ts';
import { teamOf } from '../team/queries.ts';

export interface Reader {
  id: Uuid;
  email: string;
}

export async function listOwners(db: Queryable, organizationId: Uuid): Promise<Reader[]> {
  return db.query<Reader>(sql`
    select u.id, u.email from memberships m join users u on u.id = m.user_id
     where m.organization_id = ${teamOf(organizationId)} and m.role = 'owner' order by m.created_at, u.id`);
}
