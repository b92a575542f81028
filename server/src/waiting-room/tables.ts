// Generated from tables.sql by `npm run generate`. Do not edit.
import { type Optional, table } from '../platform/database/table.ts';
import type { Uuid } from '../values/uuid.ts';

/** A row of `waiting_rooms`. */
export interface WaitingRoomRow {
  organizationId: Uuid;
  eventId: Uuid;
  /** numbers given so far, from 1 */
  joined: number;
  /** numbers up to this one came before the opening and were shuffled; null: it is not open yet */
  early: number | null;
  /** the opening at which early was counted; a later one draws again if nobody was admitted; null: there was none */
  openingAt: Date | null;
  /** positions up to this one have had or have their turn */
  admitted: number;
  /** when it was last decided how many are admitted */
  lookedAt: Date | null;
}

/** The values of an insert. */
export type NewWaitingRoomRow = Optional<WaitingRoomRow, 'early' | 'openingAt' | 'admitted' | 'lookedAt'>;

export const waitingRoomsTable = table<WaitingRoomRow, NewWaitingRoomRow>(
  'waiting_rooms',
  `organization_id uuid, event_id uuid, joined int, early int, opening_at timestamptz, admitted int default, looked_at timestamptz`,
);

/** A row of `waiting_room_steps`. */
export interface WaitingRoomStepRow {
  organizationId: Uuid;
  eventId: Uuid;
  /** the last position whose turn began then */
  upTo: number;
  /** the last position of the step before */
  afterPosition: number;
  beganAt: Date;
}

/** The values of an insert. */
export type NewWaitingRoomStepRow = WaitingRoomStepRow;

export const waitingRoomStepsTable = table<WaitingRoomStepRow, NewWaitingRoomStepRow>(
  'waiting_room_steps',
  `organization_id uuid, event_id uuid, up_to int, after_position int, began_at timestamptz`,
);
