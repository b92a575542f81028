import { type Static, Type } from 'typebox';
import { Amount, Name, nullable, optional, Uuid } from '../platform/http/contract/fields.ts';
import { Enum, Model } from '../platform/http/contract/models.ts';
import { pesosFromCentavos } from '../values/money.ts';
import { AISLE_NUMBER, BLOCKED, HELD, SEAT_STATUSES, type Seat, SOLD, seatLabel, TAKEN_STATUS } from './seat.ts';
import { rowKey, seatId } from './seat-id.ts';
import { MAX_SEATS, type PlanRow, type PlanSection, SELECTION_MODES, type SeatingPlan } from './seating-plan.ts';
import type { SeatCounts, SectionCounts } from './section-counts.ts';

/** Larger than any printed seat number; the column has 32 bits. */
export const MAX_SEAT_NUMBER = 1_000_000;
/** A longer list of prices would be of no use to a buyer. */
const MAX_TIERS = 100;

const SeatNumber = { minimum: 1, maximum: MAX_SEAT_NUMBER };

const SelectionModeSchema = Enum(
  'SelectionMode',
  'best_available: the service assigns the best seats. choose: the buyer names them. both: as the buyer likes.',
  SELECTION_MODES,
);

/** One schema with two types, not a union, so that an error names a wrong item by its index. */
const Seats = Type.Unsafe<number | (number | null)[]>({
  title: 'RowSeats',
  about: 'A number n of seats, numbered 1 to n, or their numbers in physical order; null is an aisle.',
  type: ['integer', 'array'],
  minimum: 1,
  maximum: MAX_SEATS,
  items: { type: ['integer', 'null'], ...SeatNumber },
});
const TierIds = (description: string) => Type.Array(Uuid(), { minItems: 1, maxItems: MAX_TIERS, description });

const NewPlanRow = Model('SeatingPlanRowInput', 'A row of a seating plan to set.', {
  label: Name(),
  seats: Seats,
  tier_ids: Type.Optional(nullable(TierIds("Narrows the section's."))),
  blocked: optional(
    Type.Array(Type.Integer(SeatNumber), {
      maxItems: MAX_SEATS,
      description: 'Seats not for sale; ignored once anything is sold or held.',
    }),
  ),
});

const NewPlanSection = Model('SeatingPlanSectionInput', 'A section of a seating plan to set.', {
  label: Name(),
  tier_ids: TierIds('The prices of its seats.'),
  rows: Type.Array(NewPlanRow, {
    minItems: 1,
    description: 'Best first. The buyer’s page draws them in this order, from front to back.',
  }),
});

export const SeatingPlanBodySchema = Model('SeatingPlanInput', 'A hall. The answer of GET can be sent back.', {
  selection_mode: optional(SelectionModeSchema),
  sections: Type.Array(NewPlanSection, { minItems: 1 }),
});
export type SeatingPlanBody = Static<typeof SeatingPlanBodySchema>;

/** Seats in the form of the request, so that the answer can be sent back. */
const PlanRowJson = Model('SeatingPlanRow', 'A row of a section.', {
  label: Type.String(),
  seats: Seats,
  tier_ids: Type.Optional(Type.Array(Uuid(), { description: "Narrows the section's." })),
});

const PlanSectionJson = Model('SeatingPlanSection', 'A section of a hall.', {
  id: Uuid('Usable as section_id in a checkout.'),
  label: Type.String(),
  tier_ids: Type.Array(Uuid(), { description: 'The prices of its seats.' }),
  rows: Type.Array(PlanRowJson, { description: 'Best first.' }),
});

export const SeatingPlanJson = Model('SeatingPlan', 'The hall of a seated event.', {
  selection_mode: SelectionModeSchema,
  sections: Type.Array(PlanSectionJson),
});

const numberOrAisle = (seat: number) => (seat === AISLE_NUMBER ? null : seat);

export const seatingPlanJson = ({ selectionMode, sections }: SeatingPlan): Static<typeof SeatingPlanJson> => ({
  selection_mode: selectionMode,
  sections: sections.map(({ id, label, tierIds, rows }) => ({
    id,
    label,
    tier_ids: tierIds,
    rows: rows.map((row) => ({
      label: row.label,
      seats: row.counted ? row.seats.length : row.seats.map(numberOrAisle),
      ...(row.tierIds ? { tier_ids: row.tierIds } : {}),
    })),
  })),
});

const counts = {
  available: Type.Integer({ description: 'Free seats, including seats that other buyers hold.' }),
  largest_block: Type.Integer({ description: 'Most of these seats side by side.' }),
};

const SectionPriceJson = Model('SectionPrice', 'A tier that prices seats of a section.', {
  tier_id: Uuid(),
  name: Type.String(),
  price: Amount(),
  ...counts,
});

const SectionJson = Model(
  'Section',
  'A section that a checkout can name. Its counts are a snapshot, not a reservation.',
  {
    id: Uuid('Usable as section_id in a checkout.'),
    label: Type.String(),
    ...counts,
    on_sale: Type.Boolean({ description: 'false: visible but not buyable now.' }),
    prices: Type.Array(SectionPriceJson),
  },
);

export const SectionsJson = Model('SectionList', 'The sections of an event; none for general admission.', {
  seated: Type.Boolean({ description: 'false for general admission.' }),
  selection_mode: Type.Optional(SelectionModeSchema),
  sections: Type.Array(SectionJson),
});

const seatCountsJson = ({ available, largestBlock }: SeatCounts) => ({ available, largest_block: largestBlock });

export const sectionJson = (section: SectionCounts): Static<typeof SectionJson> => ({
  id: section.id,
  label: section.label,
  ...seatCountsJson(section),
  on_sale: section.onSale,
  prices: section.prices.map(({ tier, ...run }) => ({
    tier_id: tier.id,
    name: tier.name,
    price: pesosFromCentavos(tier.priceCentavos),
    ...seatCountsJson(run),
  })),
});

export const BlockBody = Model('SeatsToBlock', 'Seats of one row.', {
  section: Name(undefined, 'Its label, or its id.'),
  row: Name(undefined, 'Its label.'),
  seats: Type.Array(Type.Integer(SeatNumber), {
    minItems: 1,
    maxItems: MAX_SEATS,
    description: 'Their numbers.',
  }),
});

export const BlockedJson = Model('BlockedSeats', 'A row and its blocked seats.', {
  section_id: Uuid(),
  section: Type.String(),
  row: Type.String(),
  blocked: Type.Array(Type.Integer(), { description: 'Every seat of the row that is blocked now, in physical order.' }),
});

export const placeName = (rowId: string, place: number) => `${rowId} ${place}`;

const seatsThatAre = (row: PlanRow, state: string) => row.seats.filter((_, place) => row.states[place] === state);

export const blockedJson = (section: { id: string; label: string }, row: PlanRow): Static<typeof BlockedJson> => ({
  section_id: section.id,
  section: section.label,
  row: row.label,
  blocked: seatsThatAre(row, BLOCKED),
});

export const SeatsQuery = Type.Object({ section_id: Type.Optional(Uuid('Only the seats of this section.')) });

const SeatStatusSchema = Enum('SeatStatus', 'free: it can be chosen now.', SEAT_STATUSES);

const seatNumbers = (description: string) => Type.Array(Type.Integer(), { description });

const RowOfSeatsJson = Model('SeatMapRow', 'A row with the state of its seats.', {
  label: Type.String(),
  seats: Type.Array(nullable(Type.Integer()), {
    description: 'Numbers in physical order; null is an aisle. A seat in none of the other lists is free.',
  }),
  held: seatNumbers('Seats that buyers hold.'),
  sold: seatNumbers('Seats with a valid or used ticket.'),
  blocked: seatNumbers('Seats kept back from sale.'),
  tier_ids: Type.Array(Uuid(), { description: 'The prices of its seats.' }),
  seat_ids: Type.Array(nullable(Uuid()), { description: 'Beside `seats`, place by place; usable in a checkout.' }),
  statuses: Type.Array(nullable(SeatStatusSchema), { description: 'Beside `seats`, place by place.' }),
  kept_for: nullable(
    Type.Array(nullable(Type.String()), {
      description: 'Beside `seats`: the name that a held seat is kept for. Null without the access `box_office`.',
    }),
  ),
});

const SectionSeatsJson = Model('SeatMapSection', 'A section with the state of its seats.', {
  id: Uuid(),
  label: Type.String(),
  rows: Type.Array(RowOfSeatsJson),
});

export const SeatsJson = Model('SeatMap', 'Which seats are held, sold or blocked at this instant.', {
  sections: Type.Array(SectionSeatsJson),
});

/** @param keptFor the names by row and place; null: the caller may not see them */
export const sectionSeatsJson = (
  eventId: string,
  { id, label, tierIds, rows }: PlanSection,
  keptFor: ReadonlyMap<string, string> | null,
): Static<typeof SectionSeatsJson> => ({
  id,
  label,
  rows: rows.map((row) => {
    const key = rowKey(eventId, label, row.label);
    return {
      label: row.label,
      seats: row.seats.map(numberOrAisle),
      held: seatsThatAre(row, HELD),
      sold: seatsThatAre(row, SOLD),
      blocked: seatsThatAre(row, BLOCKED),
      tier_ids: row.tierIds ?? tierIds,
      seat_ids: row.seats.map((seat) => (seat === AISLE_NUMBER ? null : seatId(key, seat))),
      statuses: row.seats.map((seat, place) =>
        seat === AISLE_NUMBER ? null : (TAKEN_STATUS.get(row.states[place]) ?? 'free'),
      ),
      kept_for: keptFor && row.seats.map((_, place) => keptFor.get(placeName(row.id, place)) ?? null),
    };
  }),
});

export const AssignedSeatJson = Model('AssignedSeat', 'A seat that a buyer holds or has bought.', {
  section: Type.String(),
  row: Type.String(),
  seat: Type.Integer(),
  label: Type.String({ examples: ['A-12'] }),
});

export const assignedSeatJson = (seat: Seat): Static<typeof AssignedSeatJson> => ({ ...seat, label: seatLabel(seat) });

/** Seat fields of a ticket; null for general admission. */
export const SeatFields = {
  section: nullable(Type.String()),
  row: nullable(Type.String()),
  seat: nullable(Type.Integer()),
};

export const seatFieldsJson = (seat: Seat | null) => seat ?? { section: null, row: null, seat: null };
