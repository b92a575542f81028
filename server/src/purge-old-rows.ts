import type { Config } from './config/config.ts';
import { deleteMailFiles, mailDirectory } from './mail/sending/mail-files.ts';
import { deleteOldMails } from './messages/purge-queries.ts';
import type { Database } from './platform/database/database.ts';
import { deleteOldChanges } from './retention/audit-log-queries.ts';
import { type DeleteOld, purge } from './retention/purge.ts';
import { deleteOldRegistrations, KEEP_REGISTRATIONS_DAYS } from './tickets/wallet/purge-queries.ts';
import { KEEP_ENTRIES_DAYS } from './waiting-list/entry.ts';
import { deleteOldEntries } from './waiting-list/purge-queries.ts';
import { deleteOldDeliveries, deleteOldNotifications } from './webhooks/purge-queries.ts';

/** Purges everything that is older than the settings keep it. Deliveries go before the notifications they refer to. */
export async function purgeOldRows(db: Database, config: Config, now: Date): Promise<void> {
  await purge(db, 'webhook_deliveries', deleteOldDeliveries, { keepDays: config.keepDeliveriesDays, now });
  await purge(db, 'notifications', deleteOldNotifications, { keepDays: config.keepNotificationsDays, now });
  await purge(db, 'mails', deletingMails(config), { keepDays: config.keepMailsDays, now });
  await purge(db, 'waiting_list_entries', deleteOldEntries, { keepDays: KEEP_ENTRIES_DAYS, now });
  await purge(db, 'wallet_registrations', deleteOldRegistrations, { keepDays: KEEP_REGISTRATIONS_DAYS, now });
  await purge(db, 'audit_log', deleteOldChanges, { keepDays: config.keepAuditLogDays, now });
}

/** Where no mail server is set, mails are files, too. A transaction that fails afterwards leaves a row without its file. */
const deletingMails =
  ({ mailUrl, dataDir }: Config): DeleteOld =>
  async (tx, before, most) => {
    const ids = await deleteOldMails(tx, before, most);
    if (mailUrl === null) await deleteMailFiles(mailDirectory(dataDir), ids);
    return ids.length;
  };
