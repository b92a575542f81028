import sql from 'sql-template-tag';
import { isLive } from '../checkouts/queries.ts';
import { isToEntry, listEntryMails } from '../mail/entry-queries.ts';
import { byOrganization } from '../platform/database/by-organization.ts';
import type { Tx } from '../platform/database/database.ts';
import { type Batch, type DeletedMailed, deleteOldestReturning, type Purged } from '../retention/queries.ts';
import type { Uuid } from '../values/uuid.ts';

/**
 * Entries that are over: not waiting, and without an offer that holds places. One whose person was told much later that
 * the event is cancelled is kept for as long after that: the mail is written from it. The time of its
 * mail is asked for each entry alone: a join with old statistics would read all recent mails for each.
 */
export async function deleteOldEntries(tx: Tx, batch: Batch): Promise<Purged<DeletedMailed>> {
  const { deleted, last } = await deleteOldestReturning<{ organizationId: Uuid; id: Uuid }>(
    tx,
    {
      table: 'waiting_list_entries',
      mayGo: (organizationId) => sql`
        and (old.status in ('left', 'ended') or old.status = 'offered' and not exists (
          select 1 from checkouts c where c.organization_id = ${organizationId} and c.id = old.checkout_id
             and ${isLive}))
        and coalesce((
          select max(m.created_at) from mails m
           where ${isToEntry(organizationId, sql`old.id::text`)}) < ${batch.before}, true)`,
      returning: sql`r.organization_id, r.id`,
    },
    batch,
  );
  const idsOf = (entries: { id: Uuid }[]) => entries.map(({ id }) => id);
  const mailIds = await Promise.all(
    byOrganization(deleted).map(([organizationId, entries]) => listEntryMails(tx, organizationId, idsOf(entries))),
  );
  return { deleted: { rows: deleted.length, mailIds: mailIds.flat() }, last };
}
