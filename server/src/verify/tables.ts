// Generated from tables.sql by `npm run schema`: not to be edited.
import type { Optional, Table } from '../platform/database/table.ts';

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

export const consistencyCheckTable: Table<ConsistencyCheckRow, NewConsistencyCheckRow> = {
  name: 'consistency_check',
  columns: {
    isOnly: { name: 'is_only', type: 'boolean', fallsBack: true },
    dueAt: { name: 'due_at', type: 'timestamptz' },
    checkedAt: { name: 'checked_at', type: 'timestamptz' },
    broken: { name: 'broken', type: 'text[]', fallsBack: true },
    progress: { name: 'progress', type: 'jsonb', fallsBack: true },
  },
};
