import sql from 'sql-template-tag';
import { isLive } from '../checkouts/queries.ts';
import type { Tx } from '../platform/database/database.ts';
import { type Batch, deleteOldestReturning, type Purged } from '../retention/queries.ts';
import type { Uuid } from '../values/uuid.ts';

/** Entries that are over: not waiting, and without an offer that holds places. @returns their ids */
export async function deleteOldEntries(tx: Tx, batch: Batch): Promise<Purged<Uuid[]>> {
  const { deleted, last } = await deleteOldestReturning<{ id: Uuid }>(
    tx,
    {
      table: 'waiting_list_entries',
      mayGo: (organizationId) => sql`
        and (old.status in ('left', 'ended') or old.status = 'offered' and not exists (
          select 1 from checkouts c where c.organization_id = ${organizationId} and c.id = old.checkout_id
             and ${isLive}))`,
      returning: sql`r.id`,
    },
    batch,
  );
  return { deleted: deleted.map(({ id }) => id), last };
}
