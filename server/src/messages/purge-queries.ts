import sql from 'sql-template-tag';
import { wasLeftOut } from '../mail/queries.ts';
import { type Tx, write } from '../platform/database/database.ts';
import { type Batch, type DeletedMailed, deleteOldestReturning, type Purged } from '../retention/queries.ts';
import type { Uuid } from '../values/uuid.ts';

/** A mail of a message that the mail server never took. */
interface NotSent {
  organizationId: Uuid;
  messageId: Uuid | null;
  isDropped: boolean;
}

/**
 * Mails that were sent, failed or dropped. Their messages keep how many the mail server took, and how many were left
 * out.
 */
export async function deleteOldMails(tx: Tx, batch: Batch): Promise<Purged<DeletedMailed>> {
  const { deleted: gone, last } = await deleteOldestReturning<NotSent & { id: Uuid; isCounted: boolean }>(
    tx,
    {
      table: 'mails',
      mayGo: () => sql`and old.status <> 'pending'`,
      returning: sql`r.organization_id, r.id, r.message_id, r.status = 'dropped' as is_dropped,
                     r.status = 'sent' or r.message_id is null or ${wasLeftOut('r')} as is_counted`,
    },
    batch,
  );
  countNotSent(
    tx,
    gone.filter(({ isCounted }) => !isCounted),
  );
  return { deleted: { rows: gone.length, mailIds: gone.map(({ id }) => id) }, last };
}

function countNotSent(tx: Tx, mails: NotSent[]) {
  for (const [organizationId, theirs] of Map.groupBy(mails, (mail) => mail.organizationId)) {
    const byMessage = [...Map.groupBy(theirs, ({ messageId }) => messageId)];
    const ids = byMessage.map(([id]) => id);
    write(
      tx,
      sql`
      update messages m set mails = m.mails - gone.mails, left_out = m.left_out + gone.dropped
        from unnest(${ids}::uuid[], ${byMessage.map(([, of]) => of.length)}::int[],
                    ${byMessage.map(([, of]) => of.filter(({ isDropped }) => isDropped).length)}::int[])
               as gone (id, mails, dropped)
       where m.organization_id = ${organizationId} and m.id = any(${ids}::uuid[]) and m.id = gone.id`,
    );
  }
}
