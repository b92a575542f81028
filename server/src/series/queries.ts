import sql from 'sql-template-tag';
import type { Event } from '../events/event.ts';
import { isEventOver } from '../events/queries.ts';
import { type Series, seriesColumns } from '../events/series-queries.ts';
import { eventSeriesTable, type NewEventSeriesRow } from '../events/tables.ts';
import { type Queryable, type Tx, write } from '../platform/database/database.ts';
import { readPage } from '../platform/database/read-page.ts';
import { insertInto } from '../platform/database/table.ts';
import { offset, type Page } from '../platform/http/contract/pagination.ts';
import type { Uuid } from '../values/uuid.ts';

/** Waits for a concurrent claim of the same slug. @returns whether no series of the organization has it */
export async function insertSeries(tx: Tx, row: NewEventSeriesRow): Promise<boolean> {
  const rows = await tx.query(sql`
    ${insertInto(eventSeriesTable, row)} on conflict (organization_id, slug) do nothing returning 1`);
  return rows.length > 0;
}

/** After the event's lock: event → series. Dates are added to a series one request after another. */
export async function lockSeries(tx: Tx, organizationId: Uuid, id: Uuid): Promise<Series | undefined> {
  const [series] = await tx.query<Series>(sql`
    select ${seriesColumns} from event_series s
     where s.organization_id = ${organizationId} and s.id = ${id} for update`);
  return series;
}

export function saveSeries(tx: Tx, organizationId: Uuid, { id, name, updatedAt }: Series) {
  write(
    tx,
    sql`
    update event_series set name = ${name}, updated_at = ${updatedAt}
     where organization_id = ${organizationId} and id = ${id}`,
  );
}

/** Call it with the event locked. */
export function putIntoSeries(
  tx: Tx,
  { organizationId, eventId, seriesId, now }: { organizationId: Uuid; eventId: Uuid; seriesId: Uuid | null; now: Date },
) {
  write(
    tx,
    sql`
    update events set series_id = ${seriesId}, updated_at = ${now}
     where organization_id = ${organizationId} and id = ${eventId}`,
  );
}

interface DateOfSeries extends Pick<Event, 'id' | 'startDatetime' | 'status'> {
  isOver: boolean;
}

/** Every date of a series in their order, cancelled ones included. */
export const listDates = (db: Queryable, organizationId: Uuid, seriesId: Uuid, now: Date) =>
  db.query<DateOfSeries>(sql`
    select e.id, e.start_datetime, e.status, ${isEventOver(now)} as is_over from events e
     where e.organization_id = ${organizationId} and e.series_id = ${seriesId}
     order by e.start_datetime, e.id`);

/** Newest first. */
export async function listSeries(db: Queryable, organizationId: Uuid, page: Page) {
  const { rows: series, total } = await readPage<Series>(db, {
    rows: sql`
      select ${seriesColumns} from event_series s where s.organization_id = ${organizationId}
       order by s.id desc limit ${page.perPage} offset ${offset(page)}`,
    total: sql`select count(*) as total from event_series where organization_id = ${organizationId}`,
  });
  return { series, total };
}
