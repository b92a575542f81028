import type { Uuid } from '../values/uuid.ts';
import type { Subject } from './check-invariant.ts';
import type { Unit } from './read-invariants.ts';

/**
 * The progress of the checks. It is stored in the database, so that the next check continues from it in any process.
 */
export interface Progress {
  /** The unit at which an unfinished check continues. */
  unit?: Unit | undefined;
  /** Changes are checked up to the row with this id. */
  seen?: Partial<Record<Unit, Uuid>>;
  /** The last subject checked in rotation; null: the rotation starts again. */
  turn?: Partial<Record<Unit, Subject | null>>;
  /** Subjects that violated each invariant, checked every time until it holds again. */
  broken?: Record<string, Subject[]>;
}
