import sql, { empty } from 'sql-template-tag';
import { type Queryable, type Tx, write } from '../platform/database/database.ts';
import { readPage } from '../platform/database/read-page.ts';
import { insertAllInto } from '../platform/database/table.ts';
import { offset, type Page } from '../platform/http/contract/pagination.ts';
import { firstIdAt, type Uuid } from '../values/uuid.ts';
import { type ACTOR_KINDS, actorColumns } from './actor.ts';
import type { Action, Change, Fields } from './change.ts';
import { auditLogTable } from './tables.ts';

export function insertChanges(tx: Tx, organizationId: Uuid, changes: (Change & { id: Uuid })[], now: Date) {
  const rows = changes.map(({ id, actor, action, subjectId, before, after }) => ({
    ...{ id, ...actorColumns(actor), action, subjectId, before, after },
  }));
  write(tx, insertAllInto(auditLogTable, { organizationId, at: now }, rows));
}

export interface LoggedChange {
  id: Uuid;
  at: Date;
  actorKind: (typeof ACTOR_KINDS)[number];
  actorId: Uuid | null;
  action: Action;
  subjectId: string;
  before: Fields | null;
  after: Fields | null;
}

/** The newest change of this kind to each of these subjects. */
export async function listLastChanges(db: Queryable, organizationId: Uuid, action: Action, subjectIds: string[]) {
  return db.query<Pick<LoggedChange, 'subjectId' | 'actorKind' | 'actorId'>>(sql`
    select distinct on (subject_id) subject_id, actor_kind, actor_id from audit_log
     where organization_id = ${organizationId} and subject_id = any(${subjectIds}::text[]) and action = ${action}
     order by subject_id, id desc`);
}

export interface ChangeFilter {
  subjectId: string | undefined;
  actorId: Uuid | undefined;
  action: Action | undefined;
  from: Date | undefined;
  to: Date | undefined;
}

/** Newest first. Ids begin with their time, so a time range is a range of the primary key. */
export async function listChanges(db: Queryable, organizationId: Uuid, filter: ChangeFilter, page: Page) {
  const { subjectId, actorId, action, from, to } = filter;
  const wanted = sql`l.organization_id = ${organizationId}
    ${subjectId === undefined ? empty : sql`and l.subject_id = ${subjectId}`}
    ${actorId === undefined ? empty : sql`and l.actor_id = ${actorId}`}
    ${action === undefined ? empty : sql`and l.action = ${action}`}
    ${from ? sql`and l.id >= ${firstIdAt(from)}` : empty}
    ${to ? sql`and l.id < ${firstIdAt(new Date(to.getTime() + 1))}` : empty}`;
  const { rows: changes, total } = await readPage<LoggedChange>(db, {
    rows: sql`
      select l.id, l.at, l.actor_kind, l.actor_id, l.action, l.subject_id, l.before, l.after
        from audit_log l
       where ${wanted} order by l.id desc limit ${page.perPage} offset ${offset(page)}`,
    total: sql`select count(*) as total from audit_log l where ${wanted}`,
  });
  return { changes, total };
}
