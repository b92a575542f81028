import { deleteOldLogIns } from './accounts/delete-old-log-ins.ts';
import { releaseAllOverdueHolds } from './checkouts/release-all-overdue-holds.ts';
import type { Config } from './config/config.ts';
import { completePastEvents } from './events/complete-past-events.ts';
import { isCover } from './events/queries.ts';
import { deleteOldKeys } from './idempotency/queries.ts';
import { sendMessages } from './messages/send-messages.ts';
import { isLogo } from './organizations/queries.ts';
import { removeUnusedPictures } from './pictures/remove-unused-pictures.ts';
import type { Database } from './platform/database/database.ts';
import { refreshStatistics } from './platform/database/refresh-statistics.ts';
import type { FileStore } from './platform/files/file-store.ts';
import type { Task } from './platform/work/periodic-tasks.ts';
import { purgeOldRows } from './purge-old-rows.ts';
import { sales } from './sales/sales-for-events.ts';
import { deleteOldForms } from './shop/form-queries.ts';
import { expireLapsedSubscriptions } from './subscriptions/expire-lapsed-subscriptions.ts';
import type { Clock } from './values/clock.ts';
import { offerPlaces } from './waiting-list/offer-places.ts';
import { endDeliveriesOfInactiveWebhooks } from './webhooks/end-deliveries.ts';

interface PeriodicParts {
  config: Config;
  db: Database;
  files: FileStore;
  clock: Clock;
}

/**
 * The periodic tasks. A late task does no harm: prices, holds and windows are judged by the clock when they are read.
 * Every task may run in several instances at once.
 */
export function periodicTasks({ config, db, files, clock }: PeriodicParts): Task[] {
  return [
    { name: 'release overdue holds', everyMs: 1_000, run: () => releaseAllOverdueHolds(db, clock.now()) },
    { name: 'offer places to waiting lists', everyMs: 1_000, run: () => offerPlaces(db, clock.now()) },
    { name: 'send messages', everyMs: 1_000, run: () => sendMessages(db, clock.now()) },
    { name: 'refresh statistics', everyMs: 1_000, run: () => refreshStatistics(db) },
    { name: 'complete past events', everyMs: 30_000, run: () => completePastEvents(db, sales, clock.now()) },
    ...(config.subscriptionWrites
      ? [
          {
            name: 'expire lapsed subscriptions',
            everyMs: 30_000,
            run: () => expireLapsedSubscriptions(db, clock.now()),
          },
        ]
      : []),
    { name: 'end deliveries of inactive webhooks', everyMs: 60_000, run: () => endDeliveriesOfInactiveWebhooks(db) },
    {
      name: 'delete old idempotency keys',
      everyMs: 60_000,
      run: () => deleteOldKeys(db, config.keepIdempotencyHours, clock.now()),
    },
    { name: 'delete old forms of shops', everyMs: 60_000, run: () => deleteOldForms(db, clock.now()) },
    { name: 'delete old log-in data', everyMs: 600_000, run: () => deleteOldLogIns(db, clock.now()) },
    {
      name: 'remove unused pictures',
      everyMs: 600_000,
      run: () => removeUnusedPictures(db, files, { uses: [isLogo, isCover], now: clock.now() }),
    },
    { name: 'purge old rows', everyMs: 600_000, run: () => purgeOldRows(db, config, clock.now()) },
  ];
}
