import assert from 'node:assert';
import type { Actor } from '../audit-log/actor.ts';
import { recordChange } from '../audit-log/record-change.ts';
import type { Event } from '../events/event.ts';
import type { Series } from '../events/series-queries.ts';
import type { Database, Tx } from '../platform/database/database.ts';
import { copyWholeEvent, lockOriginal } from '../seating/copy-whole-event.ts';
import { slugCandidates, slugFrom } from '../values/slug.ts';
import { newId, type Uuid } from '../values/uuid.ts';
import { recordNotification } from '../webhooks/record-notification.ts';
import { addressOf } from './dates.ts';
import { newStarts, timesOf } from './new-dates.ts';
import { insertSeries, lockSeries, putIntoSeries, saveSeries } from './queries.ts';

interface NewDates {
  organizationId: Uuid;
  actor: Actor;
  /** The model. */
  eventId: Uuid;
  starts: Date[];
  timeZone: string;
  now: Date;
}

/**
 * Makes a date of the event's series at each start: a draft with the tiers, questions, seats and settings of the event.
 * An event without a series begins one. All dates are made, or none; two requests for one series follow each other, so
 * that each start is made once. The event is locked meanwhile.
 * @returns the series and its new dates @throws Refusal 400 date_out_of_years; 404; 409 no_new_date, too_many_dates,
 * sales_end_before_start
 */
export async function addDates(db: Database, request: NewDates) {
  const { organizationId, actor, eventId, timeZone, now } = request;
  return db.transaction(async (tx) => {
    const original = await lockOriginal(tx, organizationId, eventId);
    const { event } = original;
    const series = event.seriesId
      ? await lockSeries(tx, organizationId, event.seriesId)
      : await createSeries(tx, request, event);
    assert(series, 'the foreign key keeps it');
    const starts = await newStarts(tx, { organizationId, event, starts: request.starts, now });
    const dates = [];
    for (const start of starts) {
      const times = timesOf(event, start, timeZone);
      const id = await copyWholeEvent(tx, {
        organizationId,
        actor,
        original,
        changes: {
          address: addressOf(event.title, start, timeZone),
          event: { ...times.event, seriesId: series.id },
          tier: ({ id }) => ({ salesEndDatetime: times.tierSalesEnd.get(id) ?? null }),
        },
        now,
      });
      dates.push({ eventId: id, startDatetime: start });
    }
    const grown = { ...series, updatedAt: now };
    saveSeries(tx, organizationId, grown);
    const added = { of: eventId, start_datetimes: starts.map((start) => start.toISOString()) };
    const made = { action: 'series.dates_added', subjectId: series.id, before: null, after: added } as const;
    recordChange(tx, { organizationId, actor, ...made, now });
    return { series: grown, dates };
  });
}

/** The event becomes its first date. Call it with the event locked. */
async function createSeries(tx: Tx, { organizationId, actor, now }: NewDates, event: Event): Promise<Series> {
  const series = { id: newId(now), name: event.title, createdAt: now, updatedAt: now };
  for (const slug of slugCandidates(slugFrom(event.title, 'event'))) {
    if (!(await insertSeries(tx, { organizationId, ...series, slug }))) continue;
    putIntoSeries(tx, { organizationId, eventId: event.id, seriesId: series.id, now });
    const made = {
      action: 'series.created',
      subjectId: series.id,
      before: null,
      after: { name: series.name },
    } as const;
    recordChange(tx, { organizationId, actor, ...made, now });
    const data = { event_id: event.id, status: event.status, changed: ['series_id', 'series_name'] };
    recordNotification(tx, { organizationId, type: 'event.updated', data, now });
    return { ...series, slug };
  }
  assert.fail('the last candidates are random');
}
