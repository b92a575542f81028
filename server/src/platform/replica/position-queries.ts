import sql from 'sql-template-tag';
import type { Queryable } from '../database/database.ts';

/**
 * How far the primary has written its write-ahead log, in bytes. A commit is answered after it was written, so every
 * change that was answered before this question is below the position. (With `synchronous_commit = off` it may not be.)
 */
export async function readWritten(primary: Queryable): Promise<number> {
  const [row] = await primary.query<{ written: number }>(sql`select pg_current_wal_lsn() - '0/0'::pg_lsn as written`);
  return row?.written ?? 0;
}

/** How far a standby has carried out the log of its primary: null when it is none. */
export async function readReplayed(replica: Queryable): Promise<number | null> {
  const [row] = await replica.query<{ replayed: number | null }>(sql`
    select case when pg_is_in_recovery() then coalesce(pg_last_wal_replay_lsn() - '0/0'::pg_lsn, 0) end as replayed`);
  return row?.replayed ?? null;
}

/** A server and its standbys have the same: they are copies of one data folder. */
export async function readIdentity(db: Queryable): Promise<{ system: string; database: number } | undefined> {
  const [row] = await db.query<{ system: string; database: number }>(sql`
    select s.system_identifier::text as system, d.oid as database
      from pg_control_system() s, pg_database d where d.datname = current_database()`);
  return row;
}
