// Generated from tables.sql by `npm run generate`. Do not edit.
import { type Optional, table } from '../platform/database/table.ts';
import type { Uuid } from '../values/uuid.ts';

/** A row of `check_in_lists`. */
export interface CheckInListRow {
  organizationId: Uuid;
  id: Uuid;
  eventId: Uuid;
  name: string;
  /** how often a ticket passes: once, again after it has left, or always */
  passes: 'once' | 're_entry' | 'unlimited';
  /** true: every ticket that admits; false: tickets of the tiers in check_in_list_tiers alone */
  ofAllTiers: boolean;
  createdAt: Date;
  /** since then no door scans for it; its passages stay */
  deletedAt: Date | null;
}

/** The values of an insert. */
export type NewCheckInListRow = Optional<CheckInListRow, 'ofAllTiers' | 'deletedAt'>;

export const checkInListsTable = table<CheckInListRow, NewCheckInListRow>(
  'check_in_lists',
  `organization_id uuid, id uuid, event_id uuid, name text, passes text, of_all_tiers boolean default, created_at timestamptz, deleted_at timestamptz`,
);

/** A row of `check_in_list_tiers`. */
export interface CheckInListTierRow {
  organizationId: Uuid;
  listId: Uuid;
  tierId: Uuid;
  eventId: Uuid;
}

/** The values of an insert. */
export type NewCheckInListTierRow = CheckInListTierRow;

export const checkInListTiersTable = table<CheckInListTierRow, NewCheckInListTierRow>(
  'check_in_list_tiers',
  `organization_id uuid, list_id uuid, tier_id uuid, event_id uuid`,
);
