import sql, { type Sql } from 'sql-template-tag';
import { type Queryable, type Tx, write } from '../platform/database/database.ts';
import { newIdAt } from '../platform/database/new-id.ts';
import type { Uuid } from '../values/uuid.ts';
import { BULK, FORGOTTEN } from './queries.ts';

/** Condition: mail `m` is to an entry on a waiting list whose id, as a text, is `id`. It has an index. */
export const isToEntry = (organizationId: Uuid, id: Sql): Sql => sql`
  m.organization_id = ${organizationId} and m.kind in ('waiting_list_joined', 'waiting_list_ended')
  and m.details ->> 'entry_id' = ${id}`;

const anyOf = (entryIds: readonly Uuid[]): Sql => sql`any(${entryIds}::text[])`;

/** Inserts a mail that the waiting list ended per row of `entries`: recipient, entry_id. */
export function insertEndedMails(tx: Tx, entries: Sql, { organizationId, now }: { organizationId: Uuid; now: Date }) {
  write(
    tx,
    sql`
    insert into mails (organization_id, id, kind, priority, recipient, details, status, next_attempt_at, created_at)
    select ${organizationId}, ${newIdAt(now)}, 'waiting_list_ended', ${BULK}::int, r.recipient,
           jsonb_build_object('entry_id', r.entry_id), 'pending', ${now}, ${now}
      from (${entries}) r`,
  );
}

export async function listEntryMails(db: Queryable, organizationId: Uuid, entryIds: Uuid[]): Promise<Uuid[]> {
  const rows = await db.query<{ id: Uuid }>(sql`
    select m.id from mails m where ${isToEntry(organizationId, anyOf(entryIds))}`);
  return rows.map(({ id }) => id);
}

/** Forgets the recipients of the mails to these entries on a waiting list. @returns their ids */
export async function forgetEntryMails(tx: Tx, organizationId: Uuid, entryIds: Uuid[]): Promise<Uuid[]> {
  const rows = await tx.query<{ id: Uuid }>(sql`
    update mails m set ${FORGOTTEN} where ${isToEntry(organizationId, anyOf(entryIds))} returning m.id`);
  return rows.map(({ id }) => id);
}
