// Generated from tables.sql by `npm run generate`. Do not edit.
import { type Optional, table } from '../platform/database/table.ts';

/** A row of `consistency_check`. */
export interface ConsistencyCheckRow {
  isOnly: boolean;
  /** when the next check may begin; the current one must finish before */
  dueAt: Date;
  /** start of the last finished check */
  checkedAt: Date | null;
  /** the invariants that it found violated */
  broken: string[];
  /** positions in the new rows and in the rotation, and the violations to check again */
  progress: unknown;
}

/** The values of an insert. */
export type NewConsistencyCheckRow = Optional<ConsistencyCheckRow, 'isOnly' | 'checkedAt' | 'broken' | 'progress'>;

export const consistencyCheckTable = table<ConsistencyCheckRow, NewConsistencyCheckRow>(
  'consistency_check',
  `is_only boolean default, due_at timestamptz, checked_at timestamptz, broken text[] default, progress jsonb default`,
);
