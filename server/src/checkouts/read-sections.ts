import type { Queryable } from '../platform/database/database.ts';
import { getSectionSale, listSectionStates, type SectionSale } from '../seating/queries.ts';
import { countSections, type SectionCounts } from '../seating/section-counts.ts';
import type { Uuid } from '../values/uuid.ts';
import { listOverdueSeats } from './hold-queries.ts';

/**
 * The sections of an event at `now`, and the state of its sale, for which holds that are over hold nothing, whether or
 * not they were released. @throws Refusal 404
 */
export async function readSections(
  db: Queryable,
  organizationId: Uuid,
  eventId: Uuid,
  now: Date,
): Promise<{ sale: SectionSale; sections: SectionCounts[] }> {
  const [read, sections] = await Promise.all([
    getSectionSale(db, organizationId, eventId),
    listSectionStates(db, organizationId, eventId),
  ]);
  // Only a tier that waits for another one asks which seats are held.
  const asksForHolds = read.held > 0 && read.tiers.some(({ followsTierId }) => followsTierId !== null);
  const overdue = asksForHolds ? await listOverdueSeats(db, organizationId, eventId, now) : [];
  const sale = withoutHolds(read, sections, overdue);
  return { sale, sections: countSections(sections, sale, now) };
}

type Sections = Awaited<ReturnType<typeof listSectionStates>>;

/**
 * A seat becomes free in every tier that prices it, whichever holds it: of `held` and `takenByOthers` only the sum
 * counts.
 */
function withoutHolds(sale: SectionSale, sections: Sections, overdue: { rowId: Uuid }[]): SectionSale {
  const tierIdsOf = new Map(
    sections.flatMap((section) => section.rows.map(({ id, tierIds }) => [id, tierIds ?? section.tierIds] as const)),
  );
  const heldAt = (tierId: Uuid) => overdue.filter(({ rowId }) => tierIdsOf.get(rowId)?.includes(tierId)).length;
  const tiers = sale.tiers.map((tier) => ({ ...tier, held: tier.held - heldAt(tier.id) }));
  return { ...sale, held: sale.held - overdue.length, tiers };
}
