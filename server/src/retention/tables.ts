// Generated from tables.sql by `npm run schema`: not to be edited.
import { table } from '../platform/database/table.ts';

/** A row of `purges`. */
export interface PurgeRow {
  what: 'audit_log' | 'notifications' | 'webhook_deliveries' | 'mails';
  purgedBefore: Date;
}

/** What an insert gives. */
export type NewPurgeRow = PurgeRow;

export const purgesTable = table<PurgeRow, NewPurgeRow>(
  'purges',
  `what text, purged_before timestamptz`,
);
