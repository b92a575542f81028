// Generated from tables.sql by `npm run generate`. Do not edit.
import { table } from '../platform/database/table.ts';

/** A row of `purges`. */
export interface PurgeRow {
  what: 'audit_log' | 'notifications' | 'webhook_deliveries' | 'mails' | 'waiting_list_entries' | 'wallet_registrations';
  purgedBefore: Date;
}

/** The values of an insert. */
export type NewPurgeRow = PurgeRow;

export const purgesTable = table<PurgeRow, NewPurgeRow>(
  'purges',
  `what text, purged_before timestamptz`,
);
