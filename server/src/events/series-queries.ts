import sql from 'sql-template-tag';
import type { Queryable } from '../platform/database/database.ts';
import { columnsExcept, type RowOf } from '../platform/database/table.ts';
import type { Uuid } from '../values/uuid.ts';
import { eventRefusals } from './refusals.ts';
import { eventSeriesTable } from './tables.ts';

export const seriesColumns = columnsExcept(eventSeriesTable, ['organizationId'], 's');

export type Series = RowOf<typeof seriesColumns>;

/** @throws Refusal 404 */
export async function getSeries(db: Queryable, organizationId: Uuid, id: Uuid): Promise<Series> {
  const [series] = await db.query<Series>(sql`
    select ${seriesColumns} from event_series s where s.organization_id = ${organizationId} and s.id = ${id}`);
  if (!series) throw eventRefusals.series_not_found();
  return series;
}
