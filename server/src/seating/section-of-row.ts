import type { Database } from '../database/database.ts';
import { perDatabase } from '../lanes/per-database.ts';
import type { Uuid } from '../uuid.ts';
import { listRowsAround, type RowShape } from './queries.ts';

/** About 200 bytes each: the rows of a dozen arenas. */
const MOST_REMEMBERED_ROWS = 20_000;

const remembered = perDatabase(() => new Map<string, RowShape[]>());

/**
 * The section that a row stands in, as it is drawn, best row first. Read once: a plan that is replaced gets new rows, and
 * between that only states change, so a row's id stands for its section for ever.
 */
export async function sectionOfRow(db: Database, organizationId: Uuid, rowId: Uuid): Promise<RowShape[]> {
  const sections = remembered(db);
  const nameOf = (id: Uuid) => `${organizationId} ${id}`;
  const known = sections.get(nameOf(rowId));
  if (known) return known;
  const rows = await listRowsAround(db, organizationId, rowId);
  if (sections.size + rows.length > MOST_REMEMBERED_ROWS) sections.clear();
  for (const { id } of rows) sections.set(nameOf(id), rows);
  return rows;
}
