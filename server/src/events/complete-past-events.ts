import { SYSTEM } from '../audit-log/actor.ts';
import { recordChange } from '../audit-log/record-change.ts';
import type { Database } from '../platform/database/database.ts';
import { recordNotification } from '../webhooks/record-notification.ts';
import type { Sales } from './places.ts';
import { completePastEvents as completeRows } from './queries.ts';

/** Events completed in one transaction, so that a backlog of thousands does not hold all its locks for long. */
const BATCH = 100;

/**
 * Completes published events 6 h after their end, or 24 h after their start if they have no end. Each records
 * `event.updated`, and what is kept for names ends. Safe to run in several instances at once. @returns the number of completed events
 */
export async function completePastEvents(db: Database, sales: Sales, now: Date): Promise<number> {
  let completed = 0;
  for (let batch = BATCH; batch === BATCH; completed += batch) batch = await completeBatch(db, sales, now);
  return completed;
}

/** @returns the number of completed events, at most BATCH */
const completeBatch = (db: Database, sales: Sales, now: Date): Promise<number> =>
  db.transaction(async (tx) => {
    const events = await completeRows(tx, now, BATCH);
    sales.endReservations(
      tx,
      events.map(({ organizationId, id: eventId }) => ({ organizationId, eventId })),
      now,
    );
    for (const { organizationId, id, before } of events) {
      recordNotification(tx, {
        organizationId,
        type: 'event.updated',
        data: { event_id: id, status: 'completed', changed: ['status'] },
        now,
      });
      const change = { before: { status: before }, after: { status: 'completed' } };
      recordChange(tx, {
        organizationId,
        actor: SYSTEM,
        action: 'event.completed',
        subjectId: id,
        ...change,
        now,
      });
    }
    return events.length;
  });
