import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from 'pg';

/** The oldest PostgreSQL that Takilya supports. */
const OLDEST_SERVER_VERSION = 15;

/**
 * Checks the session's settings. A pooler may drop what the client asks for at connect, and then no lock wait would
 * time out.
 * @returns the statement timeout in milliseconds
 */
export async function requireSession(pool: Pool): Promise<number> {
  const { rows } = await pool.query<Record<'version' | 'zone' | 'dates' | 'timeouts' | 'milliseconds', string>>({
    text: `select current_setting('server_version') as version, current_setting('TimeZone') as zone,
      current_setting('DateStyle') as dates, concat_ws(' ', current_setting('statement_timeout'),
      current_setting('lock_timeout'), current_setting('idle_in_transaction_session_timeout')) as timeouts,
      extract(epoch from current_setting('statement_timeout')::interval) * 1000 as milliseconds`,
  });
  const { version = 'unknown', zone, dates, timeouts = '', milliseconds } = rows[0] ?? {};
  if (!(Number.parseInt(version, 10) >= OLDEST_SERVER_VERSION)) {
    throw new Error(`it is version ${version}, and Takilya needs ${OLDEST_SERVER_VERSION} or newer`);
  }
  if (zone !== 'UTC' || !dates?.startsWith('ISO') || timeouts.split(' ').includes('0')) {
    throw new Error(
      'its sessions lack the time zone, date style and timeouts that Takilya asks for: a pooler in between drops them. Give them to the role, as docs/several-instances.md says under PgBouncer, and tell a PgBouncer that has sessions open from before to RECONNECT, or restart it',
    );
  }
  return Number(milliseconds);
}

/** Longer than a pooler needs to hand over a connection; one with a single connection cannot be checked. */
const HAND_OVER_MS = 1_000;

/**
 * A pooler gives the connection of one session to another between transactions. If it does not carry named statements
 * along, they fail later, at random, under load.
 */
export async function requirePreparedStatements(pool: Pool): Promise<void> {
  const [session, other] = [await pool.connect(), await pool.connect()];
  // Another name each time: a pooler without support keeps it on its connection.
  const named = { name: `takilya_${randomBytes(8).toString('hex')}`, text: 'select 1' };
  try {
    await session.query(named);
    // A pooler gives `other` the connection that was used last, so `session` gets a different one.
    await other.query('begin');
    const again = session.query(named).then(
      () => undefined,
      (error: unknown) => error,
    );
    await Promise.race([again, pause(HAND_OVER_MS)]);
    await other.query('rollback');
    if (await again)
      throw new Error(
        'a pooler in between does not keep prepared statements: set max_prepared_statements of PgBouncer (1.21 or newer), or DATABASE_PREPARED_STATEMENTS=0, as docs/several-instances.md says under PgBouncer',
        { cause: await again },
      );
  } finally {
    session.release();
    other.release();
  }
}
