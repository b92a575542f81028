import sql from 'sql-template-tag';
import { isLive } from '../checkouts/queries.ts';
import type { DeleteOld } from '../retention/purge.ts';
import { deleteOldest } from '../retention/queries.ts';

/** Entries that are over: not waiting, and without an offer that holds places. */
export const deleteOldEntries: DeleteOld = (tx, batch) =>
  deleteOldest(
    tx,
    {
      table: 'waiting_list_entries',
      mayGo: (organizationId) => sql`
        and (old.status in ('left', 'ended') or old.status = 'offered' and not exists (
          select 1 from checkouts c where c.organization_id = ${organizationId} and c.id = old.checkout_id
             and ${isLive}))`,
    },
    batch,
  );
