import type { Database } from '../../platform/database/database.ts';
import { type NotificationPage, type Read, readNotifications } from './read-notifications.ts';
import type { WaitingReaders } from './waiting-readers.ts';

interface Wait extends Read {
  waitMs: number;
  /** Aborted when the client has gone. */
  signal: AbortSignal;
}

/**
 * Reads notifications as `readNotifications` does, and waits up to `waitMs` when there is none. The answer may be
 * empty: the time is over, or the server stops.
 * @throws Refusal 410; 429 when too many requests wait
 */
export async function awaitNotifications(
  db: Database,
  readers: WaitingReaders,
  { waitMs, signal, ...read }: Wait,
): Promise<NotificationPage> {
  if (waitMs === 0) return readNotifications(db, read);
  const until = performance.now() + waitMs;
  return readers.admit(read.organizationId, async () => {
    for (;;) {
      const page = await readNotifications(db, read);
      const left = until - performance.now();
      if (page.notifications.length > 0 || left <= 0 || signal.aborted || !readers.serves) return page;
      read.after = page.next;
      if (!page.hasMore) await readers.wait(read.organizationId, page.next.position, left, signal);
    }
  });
}
