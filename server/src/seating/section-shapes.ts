import type { Queryable } from '../platform/database/database.ts';
import { perStore } from '../platform/database/per-database.ts';
import type { Uuid } from '../values/uuid.ts';
import { listPlanSections } from './queries.ts';
import type { PlanRow, PlanSection } from './seating-plan.ts';

/** The unchanging part of a section: everything except the states of its seats. */
export interface SectionShape {
  id: Uuid;
  label: string;
  /** The tiers of rows without their own. */
  tierIds: Uuid[];
  /** Every tier that prices a seat of the section. */
  prices: ReadonlySet<Uuid>;
  /** Best first. */
  rows: Omit<PlanRow, 'states'>[];
}

/** About 500 bytes each, enough for the rows of a dozen arenas. */
const MAX_CACHED_ROWS = 20_000;

const cacheOf = perStore(() => new Map<string, SectionShape>());
const cacheKey = (organizationId: Uuid, rowId: Uuid) => `${organizationId} ${rowId}`;

/**
 * The sections of these rows of an event, read once and cached by row id. A new plan gets new rows, and only states
 * change in between, so a cached section never becomes stale. @returns undefined for a row that no longer exists
 */
export async function sectionsOfRows(
  db: Queryable,
  organizationId: Uuid,
  eventId: Uuid,
  rows: { rowId: Uuid; sectionId: Uuid }[],
): Promise<(SectionShape | undefined)[]> {
  const cache = cacheOf(db);
  const shapes = rows.map(({ rowId }) => cache.get(cacheKey(organizationId, rowId)));
  const unknown = rows.filter((_, index) => !shapes[index]).map(({ sectionId }) => sectionId);
  if (unknown.length === 0) return shapes;
  const read = (await listPlanSections(db, organizationId, eventId, unknown)).map(shapeOf);
  const found = rows.map(({ rowId }) => read.find((shape) => shape.rows.some(({ id }) => id === rowId)));
  // If the plan is replaced during the read, sections and rows may come from two plans. Only shapes with a requested
  // row are kept, and all rows of such a shape belong to one plan.
  for (const shape of new Set(found)) if (shape) addToCache(cache, organizationId, shape);
  return shapes.map((shape, index) => shape ?? found[index]);
}

const shapeOf = ({ id, label, tierIds, rows }: PlanSection): SectionShape => ({
  id,
  label,
  tierIds,
  prices: new Set(rows.flatMap((row) => row.tierIds ?? tierIds)),
  rows: rows.map(({ states: _, ...row }) => row),
});

function addToCache(cache: Map<string, SectionShape>, organizationId: Uuid, shape: SectionShape) {
  // All of them, and not the oldest: one row that stays keeps its whole section in memory.
  if (cache.size + shape.rows.length > MAX_CACHED_ROWS) cache.clear();
  for (const { id } of shape.rows) cache.set(cacheKey(organizationId, id), shape);
}
