import type { Uuid } from '../values/uuid.ts';
import type { CheckInListRow } from './tables.ts';

/** How often a ticket passes: once, again after it has left, or any number of times. */
export const PASSES = ['once', 're_entry', 'unlimited'] as const satisfies readonly CheckInListRow['passes'][];
export type Passes = (typeof PASSES)[number];

/** Every door reads all of them with each update, and a person chooses one on a phone. */
export const MAX_CHECK_IN_LISTS = 20;

export interface CheckInList {
  id: Uuid;
  eventId: Uuid;
  name: string;
  passes: Passes;
  /** null: every ticket that admits. Named tiers may be add-ons, such as parking. */
  tierIds: Uuid[] | null;
}
