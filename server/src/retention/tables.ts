// Generated from tables.sql by `npm run schema`: not to be edited.
import type { Table } from '../platform/database/table.ts';

/** A row of `purges`. */
export interface PurgeRow {
  what: 'audit_log' | 'notifications' | 'webhook_deliveries' | 'mails';
  purgedBefore: Date;
}

/** What an insert gives. */
export type NewPurgeRow = PurgeRow;

export const purgesTable: Table<PurgeRow, NewPurgeRow> = {
  name: 'purges',
  columns: {
    what: { name: 'what', type: 'text' },
    purgedBefore: { name: 'purged_before', type: 'timestamptz' },
  },
};
