import sql, { type Sql } from 'sql-template-tag';
import type { Uuid } from '../values/uuid.ts';

/**
 * These tickets as `t` of a `from`, each looked up by its id. Joined like other tables, with tables of few rows, the planner
 * reads all tickets of the organization in the order of the other table: 6 ms for 200 of 12,000 tickets instead of 1.
 */
export const ticketsById = (organizationId: Uuid, ids: Uuid[]): Sql => sql`
  unnest(${ids}::uuid[]) as wanted (id)
  cross join lateral (
    select * from tickets t where t.organization_id = ${organizationId} and t.id = wanted.id offset 0) t`;
