import { Type } from 'typebox';
import { OneOf } from '../platform/http/contract/fields.ts';
import { badRequest, conflict, declareRefusals, missing, notFound } from '../platform/refusals/declare-refusals.ts';
import type { Refusal } from '../platform/refusals/refusal.ts';
import type { TakenSeat } from './seat.ts';

/** The path in the plan, such as `sections[1].rows[0].seats[3]`. */
const At = { field: Type.String() };

/** A message is one line; `details` has all of them. */
const MOST_NAMED = 5;

const TakenSeatJson = Type.Object({
  id: Type.String(),
  section: Type.String(),
  row: Type.String(),
  seat: Type.Integer(),
  status: OneOf(['held', 'sold', 'blocked']),
});

/** What is wrong with a seating plan as a whole. */
export const planRefusals = declareRefusals({
  label_repeated: badRequest({
    facts: { ...At, label: Type.String() },
    en: ({ field, label }) => `${field} must not repeat "${label}"`,
    cause: 'Two sections of the plan, or two rows of a section, have the same label.',
    remedy: 'Give each of them a different label.',
  }),
  tier_not_in_plan: badRequest({
    facts: { ...At, of: OneOf(['event', 'section']) },
    en: ({ field, of }) => `${field} must be ${of === 'event' ? 'a tier of this event' : "one of the section's tiers"}`,
    cause: 'A section names a tier of another event, or a row a tier that its section does not have.',
    remedy: 'Name tiers of the event in sections, and tiers of the section in rows.',
  }),
  tier_repeated: badRequest({
    facts: At,
    en: ({ field }) => `${field} must not repeat a tier`,
    cause: 'A section or a row names a tier twice.',
    remedy: 'Name it once.',
  }),
  seat_repeated: badRequest({
    facts: { ...At, seat: Type.Integer() },
    en: ({ field, seat }) => `${field} must not repeat seat ${seat}`,
    cause: 'A row has the same seat number twice.',
    remedy: 'Give each seat of a row a different number.',
  }),
  blocked_seat_not_in_row: badRequest({
    facts: { ...At, seat: Type.Integer() },
    en: ({ field, seat }) => `${field} must be a seat of the row, which has no ${seat}`,
    cause: 'A row names a blocked seat that it does not have.',
    remedy: 'Name seats of the row.',
  }),
  row_without_seats: badRequest({
    facts: At,
    en: ({ field }) => `${field} must have at least one seat`,
    cause: 'A row has only aisles.',
    remedy: 'Add a seat, or leave the row out.',
  }),
  too_many_seats: badRequest({
    facts: { ...At, max: Type.Integer() },
    en: ({ field, max }) => `${field} must keep the plan within ${max.toLocaleString('en-US')} seats`,
    cause: 'The plan has more seats than one event can have.',
    remedy: 'Split the hall into two events.',
  }),
});

export const seatingRefusals = declareRefusals({
  seating_plan_not_found: notFound('Seating plan'),
  section_not_found: notFound('Section'),
  row_not_found: missing({
    facts: { section: Type.String(), row: Type.String() },
    en: ({ section, row }) => `Row ${row} of section ${section} not found`,
    cause: 'The section has no row with this label.',
    remedy: 'Read the labels with `GET /events/{id}/seating-plan`.',
  }),
  seat_not_found: missing({
    facts: { row: Type.String(), seat: Type.Integer() },
    en: ({ row, seat }) => `Seat ${seat} of row ${row} not found`,
    cause: 'The row has no seat with this number.',
    remedy: 'Read the numbers with `GET /events/{id}/seating-plan`.',
  }),
  seats_taken: conflict({
    facts: {
      seat_ids: Type.Array(Type.String(), { description: 'The requested seats that are taken.' }),
      seats: Type.Array(TakenSeatJson, { description: 'The same, with their labels.' }),
    },
    temporary: true,
    en: ({ seats }) => takenInWords(seats),
    cause: 'A requested seat is held by a buyer or sold. To a buyer who chooses seats, a blocked one is taken, too.',
    remedy: 'Leave out the seats in `details`, or wait for their holds to end.',
  }),
  seating_plan_in_use: conflict({
    facts: { sold: Type.Integer(), held: Type.Integer() },
    en: ({ sold, held }) => `The seating plan cannot be replaced: ${sold} places are sold and ${held} are held`,
    cause: 'Seats of the plan are sold, or held by a buyer.',
    remedy: 'Duplicate the event, and change the plan of the copy.',
  }),
});

function takenInWords(seats: Pick<TakenSeat, 'section' | 'row' | 'seat' | 'status'>[]): string {
  const [first, second] = seats;
  if (!second) return `Seat ${first?.row}-${first?.seat} is ${first?.status}`;
  const names = seats.slice(0, MOST_NAMED).map(({ section, row, seat }) => `${row}-${seat} (${section})`);
  const more = seats.length - names.length;
  return `Seats ${names.join(', ')}${more > 0 ? ` and ${more} more` : ''} are taken`;
}

export const seatsTaken = (taken: TakenSeat[]): Refusal =>
  seatingRefusals.seats_taken({ seat_ids: taken.map(({ id }) => id), seats: taken });
