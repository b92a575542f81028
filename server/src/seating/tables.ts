// Generated from tables.sql by `npm run schema`: not to be edited.
import type { Optional, Table } from '../platform/database/table.ts';
import type { Uuid } from '../values/uuid.ts';

/** A row of `seating_plans`. */
export interface SeatingPlanRow {
  organizationId: Uuid;
  eventId: Uuid;
  selectionMode: string;
}

/** What an insert gives. */
export type NewSeatingPlanRow = SeatingPlanRow;

export const seatingPlansTable: Table<SeatingPlanRow, NewSeatingPlanRow> = {
  name: 'seating_plans',
  columns: {
    organizationId: { name: 'organization_id', type: 'uuid' },
    eventId: { name: 'event_id', type: 'uuid' },
    selectionMode: { name: 'selection_mode', type: 'text' },
  },
};

/** A row of `seating_sections`. */
export interface SeatingSectionRow {
  organizationId: Uuid;
  id: Uuid;
  eventId: Uuid;
  position: number;
  label: string;
  tierIds: Uuid[];
}

/** What an insert gives. */
export type NewSeatingSectionRow = SeatingSectionRow;

export const seatingSectionsTable: Table<SeatingSectionRow, NewSeatingSectionRow> = {
  name: 'seating_sections',
  columns: {
    organizationId: { name: 'organization_id', type: 'uuid' },
    id: { name: 'id', type: 'uuid' },
    eventId: { name: 'event_id', type: 'uuid' },
    position: { name: 'position', type: 'int' },
    label: { name: 'label', type: 'text' },
    tierIds: { name: 'tier_ids', type: 'uuid[]' },
  },
};

/** A row of `seating_rows`. */
export interface SeatingRowRow {
  organizationId: Uuid;
  id: Uuid;
  sectionId: Uuid;
  eventId: Uuid;
  /** best row first */
  position: number;
  label: string;
  /** null: those of the section */
  tierIds: Uuid[] | null;
  /** the plan gave a number of seats, not a list */
  counted: boolean;
  /** printed numbers in physical order, 0 for an aisle */
  seats: number[];
  /** a character per place: . free, h held, s sold, b blocked, _ aisle */
  states: string;
}

/** What an insert gives. */
export type NewSeatingRowRow = Optional<SeatingRowRow, 'tierIds'>;

export const seatingRowsTable: Table<SeatingRowRow, NewSeatingRowRow> = {
  name: 'seating_rows',
  columns: {
    organizationId: { name: 'organization_id', type: 'uuid' },
    id: { name: 'id', type: 'uuid' },
    sectionId: { name: 'section_id', type: 'uuid' },
    eventId: { name: 'event_id', type: 'uuid' },
    position: { name: 'position', type: 'int' },
    label: { name: 'label', type: 'text' },
    tierIds: { name: 'tier_ids', type: 'uuid[]' },
    counted: { name: 'counted', type: 'boolean' },
    seats: { name: 'seats', type: 'int[]' },
    states: { name: 'states', type: 'text' },
  },
};

/** A row of `seat_claims`. */
export interface SeatClaimRow {
  organizationId: Uuid;
  checkoutId: Uuid;
  position: number;
  /** null: the hold ended or the ticket was returned */
  rowId: Uuid | null;
  /** from 0, in physical order, aisles counted */
  place: number;
  sectionLabel: string;
  rowLabel: string;
  seat: number;
}

/** What an insert gives. */
export type NewSeatClaimRow = Optional<SeatClaimRow, 'rowId'>;

export const seatClaimsTable: Table<SeatClaimRow, NewSeatClaimRow> = {
  name: 'seat_claims',
  columns: {
    organizationId: { name: 'organization_id', type: 'uuid' },
    checkoutId: { name: 'checkout_id', type: 'uuid' },
    position: { name: 'position', type: 'int' },
    rowId: { name: 'row_id', type: 'uuid' },
    place: { name: 'place', type: 'int' },
    sectionLabel: { name: 'section_label', type: 'text' },
    rowLabel: { name: 'row_label', type: 'text' },
    seat: { name: 'seat', type: 'int' },
  },
};
