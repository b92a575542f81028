import type { Actor } from '../audit-log/actor.ts';
import { recordDifference } from '../audit-log/record-change.ts';
import type { NamedTierChange } from '../events/named-tiers.ts';
import { eventRefusals } from '../events/refusals.ts';
import type { Sales } from '../events/sales.ts';
import type { EventFields } from '../events/schemas.ts';
import { getSeries, type Series } from '../events/series-queries.ts';
import { updateEvent } from '../events/update-event.ts';
import type { Geocoder } from '../geocoding/geocoder.ts';
import { rememberPlaces } from '../geocoding/remember-places.ts';
import type { Database } from '../platform/database/database.ts';
import { Refusal } from '../platform/refusals/refusal.ts';
import type { Clock } from '../values/clock.ts';
import type { Uuid } from '../values/uuid.ts';
import { recordNotifications } from '../webhooks/record-notification.ts';
import { listDates, lockSeries, saveSeries } from './queries.ts';

interface Update {
  organizationId: Uuid;
  actor: Actor;
  seriesId: Uuid;
  name: string | undefined;
  /** Drafts are published. */
  publishes: boolean;
  fields: EventFields;
  tiers: NamedTierChange[];
  now: Date;
  clock: Clock;
}

/** What became of a date. */
export interface DateReport {
  eventId: Uuid;
  startDatetime: Date;
  /** Why nothing of it was changed; null: everything was. */
  refusal: Refusal | null;
}

/**
 * Changes every date of a series that is not over, each in a transaction of its own, as `updateEvent` changes one: a
 * date takes the whole change or nothing of it. Dates that cannot take it are reported, and the others are changed,
 * also those that are added meanwhile.
 * @throws Refusal 404
 */
export async function updateSeries(
  db: Database,
  geocoder: Geocoder,
  sales: Sales,
  update: Update,
): Promise<{ series: Series; dates: DateReport[] }> {
  const { organizationId, actor, seriesId, name, publishes, fields, now, clock } = update;
  const series =
    name === undefined ? await getSeries(db, organizationId, seriesId) : await rename(db, { ...update, name });
  const tiers = update.tiers.length > 0 ? { tiers: update.tiers } : {};
  // The dates mostly have one place, and a look-up may take seconds.
  const places = rememberPlaces(geocoder);
  const reports = new Map<Uuid, DateReport>();
  const listLeft = async () =>
    (await listDates(db, organizationId, seriesId, now)).filter(({ id, isOver }) => !isOver && !reports.has(id));
  // A date may be made meanwhile as the copy of one that was not changed yet.
  for (let left = await listLeft(); left.length > 0; left = await listLeft())
    for (const { id: eventId, startDatetime } of left) {
      const change = { organizationId, actor, eventId, fields, publishes, ...tiers, now, clock };
      const refusal = await updateEvent(db, places, sales, change).then(() => null, refused);
      reports.set(eventId, { eventId, startDatetime, refusal });
    }
  const dates = [...reports.values()];
  return { series, dates: dates.toSorted((a, b) => a.startDatetime.getTime() - b.startDatetime.getTime()) };
}

function refused(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  throw error;
}

async function rename(db: Database, { organizationId, actor, seriesId, name, now }: Update & { name: string }) {
  return db.transaction(async (tx) => {
    const series = await lockSeries(tx, organizationId, seriesId);
    if (!series) throw eventRefusals.series_not_found();
    if (series.name === name) return series;
    const renamed = { ...series, name, updatedAt: now };
    saveSeries(tx, organizationId, renamed);
    const change = { action: 'series.updated', before: { name: series.name }, after: { name } } as const;
    recordDifference(tx, { organizationId, actor, subjectId: seriesId, ...change, now });
    const dates = await listDates(tx, organizationId, seriesId, now);
    const told = dates.map(({ id, status }) => ({
      type: 'event.updated' as const,
      data: { event_id: id, status, changed: ['series_name'] },
    }));
    recordNotifications(tx, organizationId, told, now);
    return renamed;
  });
}
