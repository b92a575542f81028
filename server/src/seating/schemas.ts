import { type Static, Type } from 'typebox';
import { Name, nullable, OneOf, optional, Uuid } from '../platform/http/contract/fields.ts';
import { pesosFromCentavos } from '../values/money.ts';
import { AISLE_NUMBER, BLOCKED, HELD, type Seat, SOLD, seatLabel } from './seat.ts';
import { type PlanRow, type PlanSection, SELECTION_MODES, type SeatingPlan } from './seating-plan.ts';
import type { Run, SectionCounts } from './section-counts.ts';

/** A number on a chair; the column holds 32 bits. */
const MAX_SEAT_NUMBER = 1_000_000;
/** As many as a whole plan may have. */
const MAX_SEATS_IN_ROW = 100_000;
/** Beyond it a list of prices says nothing any more. */
const MAX_TIERS = 100;

const SeatNumber = { minimum: 1, maximum: MAX_SEAT_NUMBER };

/** The keywords of one type say nothing about values of the other, so that a broken item is named by its index. */
const Seats = Type.Unsafe<number | (number | null)[]>({
  type: ['integer', 'array'],
  minimum: 1,
  maximum: MAX_SEATS_IN_ROW,
  items: { type: ['integer', 'null'], ...SeatNumber },
  description: 'A number n of seats, numbered 1 to n, or their numbers in physical order; null is an aisle.',
});
const TierIds = (description: string) => Type.Array(Uuid(), { minItems: 1, maxItems: MAX_TIERS, description });

export const SeatingPlanBodySchema = Type.Object({
  selection_mode: optional(OneOf(SELECTION_MODES)),
  sections: Type.Array(
    Type.Object({
      label: Name(),
      tier_ids: TierIds('The prices of its seats.'),
      rows: Type.Array(
        Type.Object({
          label: Name(),
          seats: Seats,
          tier_ids: Type.Optional(nullable(TierIds("Narrows the section's."))),
        }),
        { minItems: 1, description: 'Best first. The buyer’s page draws them in this order, from front to back.' },
      ),
    }),
    { minItems: 1 },
  ),
});
export type SeatingPlanBody = Static<typeof SeatingPlanBodySchema>;

/** Seats as the plan gave them: the answer can be sent again. */
const PlanRowJson = Type.Object({
  label: Type.String(),
  seats: Type.Union([Type.Integer(), Type.Array(nullable(Type.Integer()))]),
  tier_ids: Type.Optional(Type.Array(Uuid())),
});

export const SeatingPlanJson = Type.Object({
  selection_mode: OneOf(SELECTION_MODES),
  sections: Type.Array(
    Type.Object({
      id: Uuid('Usable as section_id in a checkout.'),
      label: Type.String(),
      tier_ids: Type.Array(Uuid()),
      rows: Type.Array(PlanRowJson),
    }),
  ),
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
  available: Type.Integer({ description: 'Free seats, those that other buyers hold included.' }),
  largest_block: Type.Integer({ description: 'Longest run of them side by side.' }),
};

export const SectionsJson = Type.Object({
  seated: Type.Boolean(),
  selection_mode: Type.Optional(OneOf(SELECTION_MODES)),
  sections: Type.Array(
    Type.Object({
      id: Uuid(),
      label: Type.String(),
      ...counts,
      on_sale: Type.Boolean({ description: 'false: visible but not buyable now.' }),
      prices: Type.Array(
        Type.Object({ tier_id: Uuid(), name: Type.String(), price: Type.Number({ description: 'PHP' }), ...counts }),
      ),
    }),
  ),
});

const runJson = ({ available, largestBlock }: Run) => ({ available, largest_block: largestBlock });

export const sectionJson = (section: SectionCounts): Static<typeof SectionsJson>['sections'][number] => ({
  id: section.id,
  label: section.label,
  ...runJson(section),
  on_sale: section.onSale,
  prices: section.prices.map(({ tier, ...run }) => ({
    tier_id: tier.id,
    name: tier.name,
    price: pesosFromCentavos(tier.priceCentavos),
    ...runJson(run),
  })),
});

export const BlockBody = Type.Object({
  section: Name(undefined, 'Its label, or its id.'),
  row: Name(undefined, 'Its label.'),
  seats: Type.Array(Type.Integer(SeatNumber), { minItems: 1, maxItems: MAX_SEATS_IN_ROW }),
});

export const BlockedJson = Type.Object({
  section_id: Uuid(),
  section: Type.String(),
  row: Type.String(),
  blocked: Type.Array(Type.Integer(), { description: 'Every seat of the row that is blocked now, in physical order.' }),
});

const seatsThatAre = (row: PlanRow, state: string) => row.seats.filter((_, place) => row.states[place] === state);

export const blockedJson = (section: { id: string; label: string }, row: PlanRow): Static<typeof BlockedJson> => ({
  section_id: section.id,
  section: section.label,
  row: row.label,
  blocked: seatsThatAre(row, BLOCKED),
});

export const SeatsQuery = Type.Object({ section_id: Type.Optional(Uuid('Only the seats of this section.')) });

const seatNumbers = (description: string) => Type.Array(Type.Integer(), { description });

export const SeatsJson = Type.Object({
  sections: Type.Array(
    Type.Object({
      id: Uuid(),
      label: Type.String(),
      rows: Type.Array(
        Type.Object({
          label: Type.String(),
          seats: Type.Array(nullable(Type.Integer()), {
            description:
              'Numbers in physical order; null is an aisle. A seat that is in none of the other lists is free.',
          }),
          held: seatNumbers('Those that buyers hold while they pay.'),
          sold: seatNumbers('Those with a valid or used ticket.'),
          blocked: seatNumbers('Those that are kept back.'),
        }),
      ),
    }),
  ),
});

export const sectionSeatsJson = ({ id, label, rows }: PlanSection): Static<typeof SeatsJson>['sections'][number] => ({
  id,
  label,
  rows: rows.map((row) => ({
    label: row.label,
    seats: row.seats.map(numberOrAisle),
    held: seatsThatAre(row, HELD),
    sold: seatsThatAre(row, SOLD),
    blocked: seatsThatAre(row, BLOCKED),
  })),
});

export const AssignedSeatJson = Type.Object({
  section: Type.String(),
  row: Type.String(),
  seat: Type.Integer(),
  label: Type.String({ examples: ['A-12'] }),
});

export const assignedSeatJson = (seat: Seat): Static<typeof AssignedSeatJson> => ({ ...seat, label: seatLabel(seat) });

/** Beside what else a ticket shows; null for general admission. */
export const SeatFields = {
  section: nullable(Type.String()),
  row: nullable(Type.String()),
  seat: nullable(Type.Integer()),
};

export const seatFieldsJson = (seat: Seat | null) => seat ?? { section: null, row: null, seat: null };
