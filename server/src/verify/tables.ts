// Generated from tables.sql by `npm run schema`: not to be edited.
import { type Optional, table } from '../platform/database/table.ts';

/** A row of `consistency_check`. */
export interface ConsistencyCheckRow {
  isOnly: boolean;
  /** when the next check begins; until then this one has time */
  dueAt: Date;
  /** when the last finished check began */
  checkedAt: Date | null;
  /** the sentences that it found not true */
  broken: string[];
  /** how far new rows and, in turn, all others were checked, and what was not true and is asked again */
  progress: unknown;
}

/** What an insert gives. */
export type NewConsistencyCheckRow = Optional<ConsistencyCheckRow, 'isOnly' | 'checkedAt' | 'broken' | 'progress'>;

export const consistencyCheckTable = table<ConsistencyCheckRow, NewConsistencyCheckRow>(
  'consistency_check',
  `is_only boolean default, due_at timestamptz, checked_at timestamptz, broken text[] default, progress jsonb default`,
);
