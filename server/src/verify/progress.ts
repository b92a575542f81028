import type { Uuid } from '../values/uuid.ts';
import type { Part } from './ask-invariant.ts';
import type { Unit } from './read-invariants.ts';

/** How far the checks have come. It is kept in the database, so that the next one goes on, wherever it runs. */
export interface Progress {
  /** An unfinished check goes on with this one. */
  unit?: Unit | undefined;
  /** What was told of by rows up to this id has been checked. */
  seen?: Partial<Record<Unit, Uuid>>;
  /** The last part of the whole history that was checked in turn; null: it begins again. */
  turn?: Partial<Record<Unit, Part | null>>;
  /** By sentence, the parts that broke it: checked every time until it is true of them. */
  broken?: Record<string, Part[]>;
}
