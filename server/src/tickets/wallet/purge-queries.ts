import sql from 'sql-template-tag';
import type { DeleteOld } from '../../retention/purge.ts';
import { deleteOldest } from '../../retention/queries.ts';

/** After its event a pass changes no more, except for a late refund. */
export const KEEP_REGISTRATIONS_DAYS = 30;

/** Forgets the phones that hold passes of events that began before. */
export const deleteOldRegistrations: DeleteOld = (tx, batch) =>
  deleteOldest(
    tx,
    {
      table: 'wallet_registrations',
      mayGo: (organizationId) => sql`and exists (select 1 from events e
        where e.organization_id = ${organizationId} and e.id = old.event_id and e.start_datetime < ${batch.before})`,
    },
    batch,
  );
