import { SYSTEM } from '../audit-log/actor.ts';
import { recordChange } from '../audit-log/record-change.ts';
import type { Database } from '../platform/database/database.ts';
import { workByOrganization } from '../platform/work/work-by-organization.ts';
import type { Uuid } from '../values/uuid.ts';
import { recordNotification } from '../webhooks/record-notification.ts';
import { listPastEvents, markEventsCompleted } from './queries.ts';
import type { Sales } from './sales.ts';

/**
 * Events found at once, and completed in a transaction per organization, so that a backlog of thousands does not hold
 * all its locks for long.
 */
const BATCH = 100;

/**
 * Completes published events 6 h after their end, or 24 h after their start if they have no end. Each records
 * `event.updated`, and what is kept for names ends. Safe to run in several instances at once. @returns the number of
 * completed events @throws all errors, after the events of all other organizations were completed
 */
export const completePastEvents = (db: Database, sales: Sales, now: Date): Promise<number> =>
  workByOrganization({
    most: BATCH,
    find: (limits) => listPastEvents(db, { now, ...limits }),
    work: (rows) => completeBatch(db, sales, { ...rows, now }),
  });

/** @returns the number of completed events */
const completeBatch = (
  db: Database,
  sales: Sales,
  { organizationId, ids, now }: { organizationId: Uuid; ids: Uuid[]; now: Date },
): Promise<number> =>
  db.transaction(async (tx) => {
    const events = await markEventsCompleted(tx, organizationId, ids, now);
    const eventIds = events.map(({ id }) => id);
    sales.endReservations(tx, organizationId, eventIds, now);
    for (const { id, before, isUnlisted } of events) {
      recordNotification(tx, {
        organizationId,
        type: 'event.updated',
        data: { event_id: id, status: 'completed', changed: isUnlisted ? ['listed', 'status'] : ['status'] },
        now,
      });
      const change = {
        before: { status: before, ...(isUnlisted && { listed: true }) },
        after: { status: 'completed', ...(isUnlisted && { listed: false }) },
      };
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
