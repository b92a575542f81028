import type { Sql } from 'sql-template-tag';

/**
 * A statement: a `sql` template, or a text with its values. Values may be string, number, bigint, boolean, null, Date,
 * Uint8Array, arrays of these (for `unnest`) and plain objects (sent as JSON). Pass a JSON array as
 * `JSON.stringify(list)`, because an array means a SQL array.
 */
export type Statement = Pick<Sql, 'text' | 'values'>;

/**
 * Something that runs SQL. Columns have their camelCase names (`event_id` is `eventId`). Values arrive as:
 * - int2, int4, int8, numeric, floats: number; throws outside the safe integers
 * - timestamptz: Date
 * - date: 'YYYY-MM-DD'
 * - json, jsonb: parsed
 * - bytea: Buffer
 * - arrays of these: arrays
 * - everything else: the text that PostgreSQL prints
 */
export interface Queryable {
  /** Identifies the stored data: the same object on a database, its transactions and its wrappers. See `perStore`. */
  readonly store: object;
  /**
   * @throws DatabaseUnavailable, or the driver's error; `violatedConstraint` recognizes the errors that are part of a
   * rule.
   */
  query<Row>(statement: Statement): Promise<Row[]>;
  /** Runs several statements without parameters, all or none of them. Used by migrations. */
  runScript(script: string): Promise<void>;
}

export const inTransaction: unique symbol = Symbol('in transaction');

/** A running transaction. A function that takes a `Tx` can only be called inside one. */
export interface Tx extends Queryable {
  readonly [inTransaction]: true;
  /** Runs after the commit and before `transaction` resolves; not after a rollback. It must not throw. */
  onCommit(then: () => void): void;
  /**
   * Makes the commit depend on `answer`, which no code has to await. If it rejects, the transaction rejects with its
   * error.
   */
  commitAfter(answer: Promise<unknown>): void;
  /**
   * Removes the time limit of statements for this transaction, and the limits in `others`. The limits are sized for
   * requests; the embedded database has none.
   */
  liftTimeLimit(...others: TimeLimit[]): Promise<void>;
}

export type TimeLimit = 'lock_timeout' | 'idle_in_transaction_session_timeout';

/**
 * Sends a statement without waiting for its answer. Later statements see its effect. The commit is sent right away,
 * which saves a round trip while rows are locked, and fails if the statement fails.
 */
export const write = (tx: Tx, statement: Statement): void => tx.commitAfter(tx.query(statement));

/**
 * Plans the next statements of this transaction for the rows that are there now. A plan that was made and kept while a
 * table was empty reads the whole table after it has grown, until statistics are next collected.
 */
export const planAnew = (tx: Tx): Promise<void> => tx.runScript('set local plan_cache_mode = force_custom_plan');

/**
 * Plans anew, and reads rows in the order of an index until a limit is reached. Without fresh statistics the planner
 * takes a queue of thousands for a few rows, and reads and sorts all of them.
 */
export const walkIndexes = (tx: Tx): Promise<void> =>
  tx.runScript(
    'set local plan_cache_mode = force_custom_plan; set local enable_seqscan = off; set local enable_bitmapscan = off',
  );

/** How many connections to the database this process uses. */
export interface DatabaseLoad {
  /** Connections that run something; 0 or 1 for the single session of the embedded database. */
  busy: number;
  idle: number;
  /** Requests for a connection that wait. */
  waiting: number;
}

export interface Database extends Queryable {
  readonly kind: 'pglite' | 'postgres';
  load(): DatabaseLoad;
  /**
   * Runs `work` in one READ COMMITTED transaction: commits when it resolves, rolls back when it rejects. A failed
   * statement ends the transaction even if `work` catches the error: the call rejects with that first error. To expect
   * a conflict, use `on conflict`, or catch the error around the transaction.
   * @throws OutcomeUnknown when it may have been committed
   * @throws Error at once if `work` uses the database handle instead of its `tx`: it would wait for itself.
   */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Waits for running statements, then closes connections and files and releases the directory lock. */
  close(): Promise<void>;
}

/**
 * A transient failure, unrelated to the statement: no answer, a lost connection, or a lock that another transaction
 * held for too long. The statement may have taken effect. An immediate retry would probably wait as long again.
 */
export class DatabaseUnavailable extends Error {}

/** The connection broke after a transaction was told to commit and before it said so: whether it did is unknown. */
export class OutcomeUnknown extends DatabaseUnavailable {}

/** SQLSTATE class 23: not null, foreign key, unique, check and exclusion violations. */
const INTEGRITY_VIOLATION = /^23/;
/** How Citus hands on what a shard refused, for an `insert … select` that it ran as COPY: in words alone. */
const CITUS_REFUSAL = 'XX000';
const CONSTRAINT_IN_WORDS = /violates [a-z -]*constraint "(.+?)"/;
/** Citus reports the constraint of a shard: `one_live_102126` for `one_live`. */
const SHARD_SUFFIX = /_\d+$/;

/**
 * The name of the constraint or unique index that rejected a statement, the same for both drivers and on Citus;
 * undefined for any other error. Therefore constraint names must not end in `_digits`.
 */
export function violatedConstraint(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code, constraint } = error as { code?: unknown; constraint?: unknown };
  if (typeof code !== 'string' || !(INTEGRITY_VIOLATION.test(code) || code === CITUS_REFUSAL)) return undefined;
  const name = constraint ?? CONSTRAINT_IN_WORDS.exec(error.message)?.[1];
  return typeof name === 'string' ? name.replace(SHARD_SUFFIX, '') : undefined;
}
