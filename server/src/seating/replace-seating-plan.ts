import type { Actor } from '../audit-log/actor.ts';
import type { Fields } from '../audit-log/change.ts';
import { recordChange } from '../audit-log/record-change.ts';
import { lockPlaces, resizeToSeats, savePlaces } from '../events/places.ts';
import type { Sales } from '../events/sales.ts';
import type { Database } from '../platform/database/database.ts';
import type { Uuid } from '../values/uuid.ts';
import { planFrom } from './plan-rules.ts';
import { getSeatingPlan, replacePlan, saveSelectionMode } from './queries.ts';
import { seatingRefusals } from './refusals.ts';
import type { SeatingPlanBody } from './schemas.ts';
import { isSameHall, isSamePlan, type PlanSection, type SeatingPlan, seatSizes } from './seating-plan.ts';

/**
 * Makes an event seated, or replaces its plan: the capacity becomes the number of seats, and each tier's size the
 * number of seats that it prices. A section keeps its id while it keeps its label.
 * Once anything is sold or held, only the way in which seats are selected can change, and blocked seats stay blocked.
 * Records `event.updated`, unless the plan is the same as before.
 * @throws Refusal 404 for an unknown event; 400 for an inconsistent plan; 409 for another plan once anything is sold or
 * held
 */
export async function replaceSeatingPlan(
  db: Database,
  sales: Sales,
  request: { organizationId: Uuid; actor: Actor; eventId: Uuid; body: SeatingPlanBody; now: Date },
): Promise<SeatingPlan> {
  const { organizationId, actor, eventId, body, now } = request;
  return db.transaction(async (tx) => {
    const places = await lockPlaces(tx, organizationId, eventId);
    const plan = planFrom(body, new Set(places.tiers.flatMap(({ id, admission }) => (admission ? [id] : []))), now);
    if (places.held > 0) {
      await sales.releaseOverdueHolds(tx, places, now);
      savePlaces(tx, places, now);
    }
    const stored = places.seated ? await getSeatingPlan(tx, organizationId, eventId) : null;
    const log = (change: { before: Fields; after: Fields }) =>
      recordChange(tx, { organizationId, actor, subjectId: eventId, action: 'event.seats_planned', ...change, now });
    if (places.sold + places.held > 0) {
      if (!stored || stored.selectionMode === plan.selectionMode || !isSameHall(stored, plan))
        throw seatingRefusals.seating_plan_in_use({ sold: places.sold, held: places.held });
      const changed = { ...stored, selectionMode: plan.selectionMode };
      saveSelectionMode(tx, organizationId, eventId, plan.selectionMode);
      await resizeToSeats(tx, places, seatSizes(stored.sections), now);
      log({ before: loggedMode(stored), after: loggedMode(changed) });
      return changed;
    }
    if (stored && isSamePlan(stored, plan)) return stored;
    const kept = plan.sections.map(({ label }) => label);
    await sales.forgetSections(tx, { organizationId, eventId, kept });
    await replacePlan(tx, organizationId, eventId, plan);
    await resizeToSeats(tx, places, seatSizes(plan.sections), now);
    log({
      before: stored ? { ...loggedMode(stored), ...loggedSeats(stored.sections) } : loggedSeats([]),
      after: { ...loggedMode(plan), ...loggedSeats(plan.sections) },
    });
    return plan;
  });
}

const loggedMode = ({ selectionMode }: SeatingPlan): Fields => ({ selection_mode: selectionMode });

/** Only the number of seats in each section: a list of tens of thousands of seats would be unreadable. */
const loggedSeats = (sections: PlanSection[]): Fields => ({
  sections: sections.map((section) => ({ label: section.label, seats: seatSizes([section]).capacity })),
});
