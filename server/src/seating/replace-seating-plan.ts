import type { Actor } from '../audit-log/actor.ts';
import type { Fields } from '../audit-log/change.ts';
import { recordChange } from '../audit-log/record-change.ts';
import { lockPlaces, resizeToSeats, type Sales, savePlaces } from '../events/places.ts';
import type { Database } from '../platform/database/database.ts';
import type { Uuid } from '../values/uuid.ts';
import { planFrom } from './plan-rules.ts';
import { getSeatingPlan, replacePlan } from './queries.ts';
import { seatingRefusals } from './refusals.ts';
import type { SeatingPlanBody } from './schemas.ts';
import { isSamePlan, type PlanSection, type SeatingPlan, seatSizes } from './seating-plan.ts';

/**
 * Makes an event seated, or gives it another plan: its capacity becomes the number of seats, each tier's size the
 * number
 * of seats it prices (none: 0). Nothing of the new plan is blocked. A section keeps its id as long as it keeps its
 * label.
 * Records `event.updated`, unless it is the plan that the event has.
 * @throws Refusal 404 for an unknown event; 400 for a plan that is not right as a whole; 409 once anything is sold or
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
    const plan = planFrom(body, new Set(places.tiers.map(({ id }) => id)), now);
    if (places.held > 0) {
      await sales.releaseOverdueHolds(tx, places, now);
      savePlaces(tx, places, now);
    }
    if (places.sold + places.held > 0)
      throw seatingRefusals.seating_plan_in_use({ sold: places.sold, held: places.held });
    const stored = places.seated ? await getSeatingPlan(tx, organizationId, eventId) : null;
    if (stored && isSamePlan(stored, plan)) return stored;
    await replacePlan(tx, organizationId, eventId, plan);
    await resizeToSeats(tx, places, seatSizes(plan.sections), now);
    const [before, after] = [loggedSeats(stored?.sections ?? []), loggedSeats(plan.sections)];
    const change = { action: 'event.seats_planned', before, after } as const;
    recordChange(tx, { organizationId, actor, subjectId: eventId, ...change, now });
    return plan;
  });
}

/** Not seat by seat: tens of thousands of them say less than how many there are in each section. */
const loggedSeats = (sections: PlanSection[]): Fields => ({
  sections: sections.map((section) => ({ label: section.label, seats: seatSizes([section]).capacity })),
});
