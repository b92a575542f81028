// Generated from tables.sql by `npm run generate`. Do not edit.
import { type Optional, table } from '../platform/database/table.ts';
import type { Uuid } from '../values/uuid.ts';

/** A row of `seating_plans`. */
export interface SeatingPlanRow {
  organizationId: Uuid;
  eventId: Uuid;
  selectionMode: 'best_available' | 'choose' | 'both';
}

/** The values of an insert. */
export type NewSeatingPlanRow = SeatingPlanRow;

export const seatingPlansTable = table<SeatingPlanRow, NewSeatingPlanRow>(
  'seating_plans',
  `organization_id uuid, event_id uuid, selection_mode text`,
);

/** A row of `seating_sections`. */
export interface SeatingSectionRow {
  organizationId: Uuid;
  id: Uuid;
  eventId: Uuid;
  position: number;
  label: string;
  tierIds: Uuid[];
}

/** The values of an insert. */
export type NewSeatingSectionRow = SeatingSectionRow;

export const seatingSectionsTable = table<SeatingSectionRow, NewSeatingSectionRow>(
  'seating_sections',
  `organization_id uuid, id uuid, event_id uuid, position int, label text, tier_ids uuid[]`,
);

/** A row of `seating_rows`. */
export interface SeatingRowRow {
  organizationId: Uuid;
  id: Uuid;
  sectionId: Uuid;
  eventId: Uuid;
  /** best row first */
  position: number;
  label: string;
  /** null: the tiers of the section */
  tierIds: Uuid[] | null;
  /** the plan gave a number of seats, not a list */
  counted: boolean;
  /** printed numbers in physical order, 0 for an aisle */
  seats: number[];
  /** a character per place: . free, h held, s sold, b blocked, _ aisle */
  states: string;
}

/** The values of an insert. */
export type NewSeatingRowRow = Optional<SeatingRowRow, 'tierIds'>;

export const seatingRowsTable = table<SeatingRowRow, NewSeatingRowRow>(
  'seating_rows',
  `organization_id uuid, id uuid, section_id uuid, event_id uuid, position int, label text, tier_ids uuid[], counted boolean, seats int[], states text`,
);

/** A row of `seat_claims`. */
export interface SeatClaimRow {
  organizationId: Uuid;
  checkoutId: Uuid;
  position: number;
  /** null: the hold ended or the ticket was returned */
  rowId: Uuid | null;
  /** from 0, in physical order, aisles included */
  place: number;
  sectionLabel: string;
  rowLabel: string;
  seat: number;
}

/** The values of an insert. */
export type NewSeatClaimRow = Optional<SeatClaimRow, 'rowId'>;

export const seatClaimsTable = table<SeatClaimRow, NewSeatClaimRow>(
  'seat_claims',
  `organization_id uuid, checkout_id uuid, position int, row_id uuid, place int, section_label text, row_label text, seat int`,
);
