import type { Actor } from '../audit-log/actor.ts';
import { recordChange } from '../audit-log/record-change.ts';
import type { Event } from '../events/event.ts';
import { lockPlaces } from '../events/places.ts';
import { getEvent } from '../events/queries.ts';
import { eventRefusals } from '../events/refusals.ts';
import type { Database } from '../platform/database/database.ts';
import type { Uuid } from '../values/uuid.ts';
import { recordNotification } from '../webhooks/record-notification.ts';
import { MOST_DATES } from './dates.ts';
import { listDates, lockSeries, putIntoSeries } from './queries.ts';
import { seriesRefusals } from './refusals.ts';

interface Move {
  organizationId: Uuid;
  actor: Actor;
  eventId: Uuid;
  /** null: an event of its own. */
  seriesId: Uuid | null;
  now: Date;
}

/**
 * Takes an event out of its series, or puts it into one. Everything else of the event stays: its link, tickets, holds
 * and settings. A series that is left without dates stays, and can take dates again. A change of the whole series that
 * began before may still reach an event that left it.
 * @throws Refusal 404 for the event or the series; 409 too_many_dates
 */
export async function moveToSeries(db: Database, { organizationId, actor, eventId, seriesId, now }: Move) {
  return db.transaction(async (tx): Promise<Event> => {
    await lockPlaces(tx, organizationId, eventId);
    const before = await getEvent(tx, organizationId, eventId);
    if (before.seriesId === seriesId) return before;
    // Its lock: two events that join follow each other, so that both are counted.
    if (seriesId && !(await lockSeries(tx, organizationId, seriesId))) throw eventRefusals.series_not_found();
    putIntoSeries(tx, { organizationId, eventId, seriesId, now });
    const dates = seriesId ? await listDates(tx, organizationId, seriesId, now) : [];
    const coming = dates.filter(({ isOver }) => !isOver).length;
    if (coming > MOST_DATES) throw seriesRefusals.too_many_dates({ max: MOST_DATES, coming: coming - 1 });
    const after = await getEvent(tx, organizationId, eventId);
    const change = { action: 'event.series_changed', before: seriesOf(before), after: seriesOf(after) } as const;
    recordChange(tx, { organizationId, actor, subjectId: eventId, ...change, now });
    const data = { event_id: eventId, status: after.status, changed: ['series_id', 'series_name'] };
    recordNotification(tx, { organizationId, type: 'event.updated', data, now });
    return after;
  });
}

const seriesOf = ({ seriesId, seriesName }: Event) => ({ series_id: seriesId, series_name: seriesName });
