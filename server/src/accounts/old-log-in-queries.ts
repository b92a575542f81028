import sql, { raw, type Sql } from 'sql-template-tag';
import type { Queryable } from '../platform/database/database.ts';
import type { Uuid } from '../values/uuid.ts';
import { IDLE_SECONDS } from './sessions/session.ts';

interface OldRows {
  table: string;
  /** A column by which its rows are found again. */
  key: string;
  type: 'bytea' | 'uuid';
  isOver: Sql;
}

/** Rows of these tables that have no effect any more, and only take space. */
export const oldLogIns = (now: Date): OldRows[] => {
  const idleSince = new Date(now.getTime() - IDLE_SECONDS * 1_000);
  const hasExpired = sql`expires_at <= ${now}`;
  const limitsNothing = sql`full_at <= ${now} and (known_until is null or known_until <= ${now})`;
  return [
    {
      table: 'sessions',
      key: 'token_hash',
      type: 'bytea',
      isOver: sql`(${hasExpired} or last_seen_at <= ${idleSince})`,
    },
    { table: 'devices', key: 'token_hash', type: 'bytea', isOver: sql`known_until <= ${now}` },
    { table: 'one_time_links', key: 'token_hash', type: 'bytea', isOver: hasExpired },
    { table: 'invitations', key: 'id', type: 'uuid', isOver: hasExpired },
    { table: 'throttles', key: 'subject', type: 'bytea', isOver: limitsNothing },
    { table: 'passkey_challenges', key: 'challenge_hash', type: 'bytea', isOver: hasExpired },
  ];
};

/** So few rows are deleted in tenths of a second. */
const BATCH = 5_000;

/**
 * Deletes a batch of old rows. They are found by a statement of its own: on Citus each node has a copy of the table,
 * and a `limit` could choose other rows on each. @returns whether there may be more
 */
export async function deleteOldRows(db: Queryable, { table, key, type, isOver }: OldRows): Promise<boolean> {
  const [rows, column] = [raw(table), raw(key)];
  const found = await db.query<{ key: Buffer | Uuid }>(sql`
    select ${column} as key from ${rows} where ${isOver} limit ${BATCH}`);
  // On Citus a change locks the whole table.
  if (found.length === 0) return false;
  const keys = found.map((row) => row.key);
  await db.query(sql`delete from ${rows} where ${column} = any(${keys}::${raw(type)}[]) and ${isOver}`);
  return found.length === BATCH;
}
