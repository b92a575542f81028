import type { Config } from './config/config.ts';
import { deleteMailFiles, mailDirectory } from './mail/sending/mail-files.ts';
import { deleteOldMails } from './messages/purge-queries.ts';
import type { Database, Tx } from './platform/database/database.ts';
import { throwErrors } from './platform/work/throw-errors.ts';
import { deleteOldChanges } from './retention/audit-log-queries.ts';
import { type DeleteOld, purge } from './retention/purge.ts';
import type { PurgedKind } from './retention/purged-kind.ts';
import type { Batch, DeletedMailed, Purged } from './retention/queries.ts';
import { deleteOldRegistrations, KEEP_REGISTRATIONS_DAYS } from './tickets/wallet/purge-queries.ts';
import { KEEP_ENTRIES_DAYS } from './waiting-list/entry.ts';
import { deleteOldEntries } from './waiting-list/purge-queries.ts';
import { deleteOldDeliveries, deleteOldNotifications } from './webhooks/purge-queries.ts';

/**
 * Purges everything that is older than the settings keep it. Deliveries go before the notifications they refer to.
 * @throws all errors, after all other kinds were purged: one that cannot be purged now keeps no other
 */
export async function purgeOldRows(db: Database, config: Config, now: Date): Promise<void> {
  const errors: unknown[] = [];
  const purgeKind = (kind: PurgedKind, deleteOld: DeleteOld, keepDays: number) =>
    purge(db, kind, deleteOld, { keepDays, now }).catch((error) => errors.push(error));
  await purgeKind('webhook_deliveries', deleteOldDeliveries, config.keepDeliveriesDays);
  await purgeKind('notifications', deleteOldNotifications, config.keepNotificationsDays);
  await purgeKind('mails', withMailFiles(config, deleteOldMails), config.keepMailsDays);
  await purgeKind('waiting_list_entries', withMailFiles(config, deleteOldEntries), KEEP_ENTRIES_DAYS);
  await purgeKind('wallet_registrations', deleteOldRegistrations, KEEP_REGISTRATIONS_DAYS);
  await purgeKind('audit_log', deleteOldChanges, config.keepAuditLogDays);
  throwErrors(errors);
}

/**
 * Mails of a time without a mail server are files, too, named by the id of the mail. A transaction that fails
 * afterwards leaves a row without its file.
 */
const withMailFiles =
  ({ dataDir }: Config, deleteOld: (tx: Tx, batch: Batch) => Promise<Purged<DeletedMailed>>): DeleteOld =>
  async (tx, batch) => {
    const { deleted, last } = await deleteOld(tx, batch);
    await deleteMailFiles(mailDirectory(dataDir), deleted.mailIds);
    return { deleted: deleted.rows, last };
  };
