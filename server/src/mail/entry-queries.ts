import sql, { type Sql } from 'sql-template-tag';
import { type Tx, write } from '../platform/database/database.ts';
import type { Uuid } from '../values/uuid.ts';
import { ENTRY_MAIL_KINDS } from './mail.ts';
import { BULK, FORGOTTEN } from './queries.ts';

/*
 * An entry on a waiting list has at most two mails. Their ids follow from its own: by these an erasure and the purge
 * find the mails and their files, without another column or index. The mail to a person who joined has the id of the
 * entry, and the mail that the list ended has the same as UUIDv8.
 */

/** `entryId` is a column. */
const endedMailId = (entryId: Sql): Sql => sql`overlay(${entryId}::text placing '8' from 15)::uuid`;

export const mailIdsOfEntries = (entryIds: readonly Uuid[]): Uuid[] =>
  entryIds.flatMap((id) => [id, `${id.slice(0, 14)}8${id.slice(15)}`]);

/** Inserts a mail that the waiting list ended per row of `entries`: recipient, entry_id. */
export function insertEndedMails(tx: Tx, entries: Sql, { organizationId, now }: { organizationId: Uuid; now: Date }) {
  write(
    tx,
    sql`
    insert into mails (organization_id, id, kind, priority, recipient, details, status, next_attempt_at, created_at)
    select ${organizationId}, ${endedMailId(sql`r.entry_id`)}, 'waiting_list_ended', ${BULK}::int, r.recipient,
           jsonb_build_object('entry_id', r.entry_id), 'pending', ${now}, ${now}
      from (${entries}) r`,
  );
}

/** Forgets the recipients of the mails to these entries on a waiting list. @returns their ids */
export async function forgetEntryMails(tx: Tx, organizationId: Uuid, entryIds: Uuid[]): Promise<Uuid[]> {
  const rows = await tx.query<{ id: Uuid }>(sql`
    update mails set ${FORGOTTEN}
     where organization_id = ${organizationId} and kind = any(${ENTRY_MAIL_KINDS}::text[])
       and id = any(${mailIdsOfEntries(entryIds)}::uuid[])
    returning id`);
  return rows.map(({ id }) => id);
}
