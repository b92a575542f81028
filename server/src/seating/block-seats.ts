import type { Actor } from '../audit-log/actor.ts';
import { recordChange } from '../audit-log/record-change.ts';
import { lockPlaces, resizeToSeats, savePlaces } from '../events/places.ts';
import type { Sales } from '../events/sales.ts';
import type { Database } from '../platform/database/database.ts';
import type { Uuid } from '../values/uuid.ts';
import { getSeatingPlan, saveStates } from './queries.ts';
import { seatingRefusals, seatsTaken } from './refusals.ts';
import { BLOCKED, FREE, TAKEN_STATUS } from './seat.ts';
import { rowKey, seatId } from './seat-id.ts';
import { type PlanRow, type PlanSection, seatSizes } from './seating-plan.ts';

interface Block {
  organizationId: Uuid;
  actor: Actor;
  eventId: Uuid;
  /** Label or id of the section. */
  section: string;
  row: string;
  seats: number[];
  /** false puts the seats on sale again. */
  blocked: boolean;
  now: Date;
}

/**
 * Blocks seats of a row, or puts them on sale again: all of them or none. Blocked seats stay part of the capacity and
 * of their tiers' sizes, but are not for sale, so that blocking can make an event sold out. Seats that already have the
 * requested state stay as they are. Records `event.updated` if anything changed.
 * @throws Refusal 404 for an unknown event, section, row or seat, or an event without a plan; 409 when one of the seats
 * is sold or held
 */
export async function blockSeats(
  db: Database,
  sales: Sales,
  block: Block,
): Promise<{ section: PlanSection; row: PlanRow }> {
  const { organizationId, actor, eventId, blocked, now } = block;
  return db.transaction(async (tx) => {
    const places = await lockPlaces(tx, organizationId, eventId);
    // An expired hold must not prevent blocking a seat.
    if (places.held > 0) {
      await sales.releaseOverdueHolds(tx, places, now);
      savePlaces(tx, places, now);
    }
    const { sections } = await getSeatingPlan(tx, organizationId, eventId);
    const { section, row } = rowOf(sections, block);
    const states = statesAfter(section, row, block);
    if (states === row.states) return { section, row };
    row.states = states;
    saveStates(tx, organizationId, new Map([[row.id, states]]));
    await resizeToSeats(tx, places, seatSizes(sections), now);
    const change = { action: blocked ? 'event.seats_blocked' : 'event.seats_unblocked', subjectId: eventId } as const;
    const after = { section: section.label, row: row.label, seats: block.seats };
    recordChange(tx, { organizationId, actor, ...change, before: null, after, now });
    return { section, row };
  });
}

function rowOf(sections: PlanSection[], { section: wanted, row: rowLabel }: Block) {
  const section =
    sections.find(({ label }) => label === wanted) ?? sections.find(({ id }) => id === wanted.toLowerCase());
  if (!section) throw seatingRefusals.section_not_found();
  const row = section.rows.find(({ label }) => label === rowLabel);
  if (!row) throw seatingRefusals.row_not_found({ section: section.label, row: rowLabel });
  return { section, row };
}

function statesAfter(section: PlanSection, row: PlanRow, { eventId, seats, blocked }: Block): string {
  const places = new Map(row.seats.map((seat, place) => [seat, place]));
  const states = [...row.states];
  const key = rowKey(eventId, section.label, row.label);
  const taken = seats.flatMap((seat) => {
    const place = places.get(seat);
    if (place === undefined) throw seatingRefusals.seat_not_found({ row: row.label, seat });
    const status = TAKEN_STATUS.get(states[place]);
    if (status && status !== 'blocked')
      return [{ id: seatId(key, seat), section: section.label, row: row.label, seat, status }];
    states[place] = blocked ? BLOCKED : FREE;
    return [];
  });
  if (taken.length > 0) throw seatsTaken(taken);
  return states.join('');
}
