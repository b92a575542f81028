import type { Queryable } from '../platform/database/database.ts';
import { perStore } from '../platform/database/per-database.ts';
import type { Uuid } from '../values/uuid.ts';
import { listPlanSections } from './queries.ts';
import type { PlanRow, PlanSection } from './seating-plan.ts';

/** A section without what becomes of its seats. */
export interface SectionShape {
  id: Uuid;
  label: string;
  /** Of rows that have none of their own. */
  tierIds: Uuid[];
  /** Every tier that prices a seat of it. */
  prices: ReadonlySet<Uuid>;
  /** Best first. */
  rows: Omit<PlanRow, 'states'>[];
}

/** About 500 bytes each: the rows of a dozen arenas. */
const MOST_REMEMBERED_ROWS = 20_000;

const rememberedOf = perStore(() => new Map<string, SectionShape>());
const nameOf = (organizationId: Uuid, rowId: Uuid) => `${organizationId} ${rowId}`;

/**
 * The sections of an event that these rows stand in. Read once: a plan that is replaced gets new rows, and between that
 * only
 * states change, so a row's id stands for its section for ever. @returns undefined for a row that is gone
 */
export async function sectionsOfRows(
  db: Queryable,
  organizationId: Uuid,
  eventId: Uuid,
  rows: { rowId: Uuid; sectionId: Uuid }[],
): Promise<(SectionShape | undefined)[]> {
  const remembered = rememberedOf(db);
  const shapes = rows.map(({ rowId }) => remembered.get(nameOf(organizationId, rowId)));
  const unknown = rows.filter((_, index) => !shapes[index]).map(({ sectionId }) => sectionId);
  if (unknown.length === 0) return shapes;
  const read = (await listPlanSections(db, organizationId, eventId, unknown)).map(shapeOf);
  const found = rows.map(({ rowId }) => read.find((shape) => shape.rows.some(({ id }) => id === rowId)));
  // If the plan is replaced while it is read, sections and rows may belong to two plans; the requested rows belong to
  // one.
  for (const shape of new Set(found)) if (shape) remember(remembered, organizationId, shape);
  return shapes.map((shape, index) => shape ?? found[index]);
}

const shapeOf = ({ id, label, tierIds, rows }: PlanSection): SectionShape => ({
  id,
  label,
  tierIds,
  prices: new Set(rows.flatMap((row) => row.tierIds ?? tierIds)),
  rows: rows.map(({ states: _, ...row }) => row),
});

function remember(remembered: Map<string, SectionShape>, organizationId: Uuid, shape: SectionShape) {
  if (remembered.size + shape.rows.length > MOST_REMEMBERED_ROWS) remembered.clear();
  for (const { id } of shape.rows) remembered.set(nameOf(organizationId, id), shape);
}
