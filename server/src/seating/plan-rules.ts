import { newId, type Uuid } from '../values/uuid.ts';
import { planRefusals } from './refusals.ts';
import type { SeatingPlanBody } from './schemas.ts';
import { AISLE_NUMBER } from './seat.ts';
import { MAX_SEATS, newRow, type PlanRow, type PlanSection, type SeatingPlan } from './seating-plan.ts';

/**
 * The plan of a request, after checking it as a whole. A tier that the event does not have is 400, not 404, because the
 * reference is part of the document.
 * @throws Refusal 400 with the path of the mistake, `sections[1].rows[0].seats[3] must not repeat seat 4`
 */
export function planFrom(body: SeatingPlanBody, tierIds: ReadonlySet<Uuid>, now: Date): SeatingPlan {
  let seats = 0;
  const sectionLabels = new Set<string>();
  const sections = body.sections.map((section, index): PlanSection => {
    const path = `sections[${index}]`;
    requireNew(sectionLabels, section.label, path);
    const priced = tierIdsFrom(section.tier_ids, tierIds, `${path}.tier_ids`, 'event');
    const rowLabels = new Set<string>();
    const rows = section.rows.map((row, rowIndex) => {
      const rowPath = `${path}.rows[${rowIndex}]`;
      requireNew(rowLabels, row.label, rowPath);
      const planRow = rowFrom(row, new Set(priced), rowPath, now);
      seats += planRow.seats.filter((seat) => seat !== AISLE_NUMBER).length;
      if (seats > MAX_SEATS) throw planRefusals.too_many_seats({ field: `${rowPath}.seats`, max: MAX_SEATS });
      return planRow;
    });
    return { id: newId(now), label: section.label, tierIds: priced, rows };
  });
  return { selectionMode: body.selection_mode ?? 'best_available', sections };
}

function requireNew(labels: Set<string>, label: string, path: string) {
  if (labels.has(label)) throw planRefusals.label_repeated({ field: `${path}.label`, label });
  labels.add(label);
}

function tierIdsFrom(tierIds: Uuid[], known: ReadonlySet<Uuid>, path: string, of: 'event' | 'section'): Uuid[] {
  for (const [index, id] of tierIds.entries()) {
    if (!known.has(id)) throw planRefusals.tier_not_in_plan({ field: `${path}[${index}]`, of });
    if (tierIds.indexOf(id) < index) throw planRefusals.tier_repeated({ field: `${path}[${index}]` });
  }
  return tierIds;
}

type RowBody = SeatingPlanBody['sections'][number]['rows'][number];

function rowFrom(row: RowBody, priced: ReadonlySet<Uuid>, path: string, now: Date): PlanRow {
  const tierIds = row.tier_ids == null ? null : tierIdsFrom(row.tier_ids, priced, `${path}.tier_ids`, 'section');
  const counted = typeof row.seats === 'number';
  const seats = numbersFrom(row.seats, `${path}.seats`);
  const blocked = blockedFrom(row.blocked ?? [], new Set(seats), `${path}.blocked`);
  return newRow({ label: row.label, tierIds, counted, seats }, blocked, now);
}

function blockedFrom(blocked: number[], seats: ReadonlySet<number>, path: string): ReadonlySet<number> {
  for (const [index, seat] of blocked.entries())
    if (!seats.has(seat)) throw planRefusals.blocked_seat_not_in_row({ field: `${path}[${index}]`, seat });
  return new Set(blocked);
}

function numbersFrom(seats: RowBody['seats'], path: string): number[] {
  if (typeof seats === 'number') return Array.from({ length: seats }, (_, index) => index + 1);
  const seen = new Set<number>();
  for (const [index, seat] of seats.entries()) {
    if (seat === null) continue;
    if (seen.has(seat)) throw planRefusals.seat_repeated({ field: `${path}[${index}]`, seat });
    seen.add(seat);
  }
  if (seen.size === 0) throw planRefusals.row_without_seats({ field: path });
  return seats.map((seat) => seat ?? AISLE_NUMBER);
}
