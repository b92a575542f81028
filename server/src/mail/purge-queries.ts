import sql from 'sql-template-tag';
import type { DeleteOld } from '../retention/purge.ts';
import { deleteOldest } from '../retention/queries.ts';

/** Mails that were sent, failed or dropped. */
export const deleteOldMails: DeleteOld = (tx, before, most) =>
  deleteOldest(tx, { table: 'mails', mayGo: () => sql`and old.status <> 'pending'` }, before, most);
