import type { Actor } from '../audit-log/actor.ts';
import { recordChange } from '../audit-log/record-change.ts';
import { copyCheckInLists } from '../check-in-lists/copy-check-in-lists.ts';
import { copyEvent } from '../events/copy-event.ts';
import { lockPlaces, lockPlacesToSell, resizeToSeats } from '../events/places.ts';
import type { Database } from '../platform/database/database.ts';
import { copyQuestions } from '../questions/copy-questions.ts';
import { newId, type Uuid } from '../values/uuid.ts';
import { getSeatingPlan, replacePlan } from './queries.ts';
import { FREE, HELD, SOLD } from './seat.ts';
import { type SeatingPlan, seatSizes } from './seating-plan.ts';

/**
 * Creates a draft copy of an event with its texts, times, location, tiers, questions, check-in lists and seats; blocked seats stay blocked. Sales,
 * holds and promo codes are not copied. The original is locked meanwhile, so that tiers and seats stay consistent.
 * @returns the id of the draft @throws Refusal 404
 */
export async function duplicateEvent(
  db: Database,
  { organizationId, actor, eventId, now }: { organizationId: Uuid; actor: Actor; eventId: Uuid; now: Date },
): Promise<Uuid> {
  return db.transaction(async (tx) => {
    const { seated } = await lockPlacesToSell(tx, organizationId, eventId);
    const { event, tierIds } = await copyEvent(tx, { organizationId, eventId, now });
    const copied = { organizationId, from: eventId, to: event.id, tierIds, now };
    await copyQuestions(tx, copied);
    await copyCheckInLists(tx, copied);
    const made = { action: 'event.duplicated', subjectId: event.id, before: null, after: { of: eventId } } as const;
    recordChange(tx, { organizationId, actor, ...made, now });
    if (!seated) return event.id;
    const plan = unsold(await getSeatingPlan(tx, organizationId, eventId), tierIds, now);
    const places = await lockPlaces(tx, organizationId, event.id);
    await replacePlan(tx, organizationId, event.id, plan);
    await resizeToSeats(tx, places, seatSizes(plan.sections), now);
    return event.id;
  });
}

function unsold({ selectionMode, sections }: SeatingPlan, tierIds: Map<Uuid, Uuid>, now: Date): SeatingPlan {
  const copies = (ids: Uuid[]) => ids.map((id) => tierIds.get(id) ?? id);
  return {
    selectionMode,
    sections: sections.map((section) => ({
      id: newId(now),
      label: section.label,
      tierIds: copies(section.tierIds),
      rows: section.rows.map((row) => ({
        ...row,
        id: newId(now),
        tierIds: row.tierIds && copies(row.tierIds),
        states: row.states.replaceAll(HELD, FREE).replaceAll(SOLD, FREE),
      })),
    })),
  };
}
