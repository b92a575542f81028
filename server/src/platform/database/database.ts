import type { Sql } from 'sql-template-tag';

/**
 * What is sent: a `sql` template, or a text with its values.
 * Values may be string, number, bigint, boolean, null, Date, Uint8Array, arrays of these (for `unnest`) and plain
 * objects (sent as JSON). A JSON array has to be given as `JSON.stringify(list)`, since an array means a SQL array.
 */
export type Statement = Pick<Sql, 'text' | 'values'>;

/**
 * Something that runs SQL. Columns come back under their names in camelCase (`event_id` is `eventId`): int2/4/8, numeric and floats as number (outside the
 * safe integers: throws), timestamptz as Date, date as 'YYYY-MM-DD', json/jsonb parsed, bytea as Buffer, arrays of
 * these as arrays, everything else as the text PostgreSQL prints.
 */
export interface Queryable {
  /** Stands for the stored data: the same object on a database, on its transactions and on what wraps them. See `perStore`. */
  readonly store: object;
  /** @throws DatabaseAway; the driver's error, see `violatedConstraint` for the ones that are part of a rule. */
  query<Row>(statement: Statement): Promise<Row[]>;
  /** Runs several statements without parameters, all or none of them. For migrations. */
  runScript(script: string): Promise<void>;
}

export const inTransaction: unique symbol = Symbol('in transaction');

/** A transaction under way. A function that takes a `Tx` can only be called inside one. */
export interface Tx extends Queryable {
  readonly [inTransaction]: true;
  /** Runs once the transaction is committed, before its caller knows; never when it is rolled back. It must not throw. */
  onCommit(then: () => void): void;
  /** Commits only when this answer comes too, though nobody waits for it; rejects with its error when it does not. */
  commitAfter(answer: Promise<unknown>): void;
}

/**
 * Sends a statement whose answer nobody needs. Later ones see what it did; the commit is sent without waiting for it, which
 * spares a round trip while rows are locked, and fails with it.
 */
export const write = (tx: Tx, statement: Statement): void => tx.commitAfter(tx.query(statement));

/**
 * Lets statements of this transaction take as long as they need, and lifts `others` of its limits too. They are for what a
 * request usually asks.
 */
export const liftTimeLimit = (
  tx: Tx,
  ...others: ('lock_timeout' | 'idle_in_transaction_session_timeout')[]
): Promise<void> => tx.runScript(['statement_timeout', ...others].map((limit) => `set local ${limit} = 0`).join('; '));

/** How much of the way to the database this process uses. */
export interface DatabaseLoad {
  /** Connections that something runs on; of the embedded database's one session 0 or 1. */
  busy: number;
  idle: number;
  /** Those who wait for one. */
  waiting: number;
}

export interface Database extends Queryable {
  readonly kind: 'pglite' | 'postgres';
  load(): DatabaseLoad;
  /**
   * Runs `work` in one READ COMMITTED transaction: commits when it resolves, rolls back when it rejects.
   * After a statement has failed the transaction is lost, even when `work` catches the error: the call rejects with
   * that first error. Expect a conflict with `on conflict`, or catch it around the transaction.
   * @throws Error at once when this database's own handle is used inside `work`: it would wait for itself.
   */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Waits for what is running, then lets go of connections, files and the directory's lock. */
  close(): Promise<void>;
}

/**
 * What was asked is not the reason: nobody answered, the connection was lost, or somebody else held a lock for too long.
 * It may have been done all the same. To try it again at once is to wait as long again.
 */
export class DatabaseAway extends Error {}

/** SQLSTATE class 23: not null, foreign key, unique, check and exclusion violations. */
const integrityViolation = /^23/;
/** Citus names the constraint of a shard, `one_live_102126`, where the table's is `one_live`. */
const shardSuffix = /_\d+$/;

/**
 * The name of the constraint or unique index that refused a statement, the same on every driver and on Citus; undefined
 * for any other error. Constraint names must therefore not end in `_digits`.
 */
export function violatedConstraint(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code, constraint } = error as { code?: unknown; constraint?: unknown };
  if (typeof code !== 'string' || !integrityViolation.test(code)) return undefined;
  return typeof constraint === 'string' ? constraint.replace(shardSuffix, '') : undefined;
}
