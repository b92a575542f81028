import { DatabaseError } from 'pg';

/**
 * SQLSTATEs of lock timeouts, deadlocks, lost connections, exhausted resources and operator intervention, and of a
 * log-in or a database that is refused or gone. Transactions take locks in one order, but on Citus a change of a table
 * that every node has locks the table, so two of them may wait for each other that on one PostgreSQL would not meet.
 */
const TRANSIENT_SQLSTATE = /^(?:55P03|40P01|08|53|57|28|3D000)/;

/**
 * SQLSTATE of a server that takes no writes: a primary that was demoted, or whose provider stopped it because its disk
 * is full.
 */
const READ_ONLY_SQLSTATE = '25006';

/**
 * How Citus reports a node that was lost during a transaction: in words alone, as an internal error. Where it copies
 * rows to a node, the words are that node's own.
 */
const LOST_NODE = new RegExp(
  `^(?:${[
    'could not commit transaction for shard',
    'failure on connection marked as essential',
    'failed to complete COPY on',
    'failed to COPY to shard',
    'terminating connection due to',
    'the database system is',
  ].join('|')})`,
);
const INTERNAL_SQLSTATES = ['XX000', '58030'];

/**
 * Whether the statement may succeed later, as it is. A write that was sent to a replica, which is `isReadOnly`, is a
 * fault.
 */
export const isTransient = ({ code = '', message }: DatabaseError, { isReadOnly }: { isReadOnly: boolean }) =>
  TRANSIENT_SQLSTATE.test(code) ||
  (code === READ_ONLY_SQLSTATE && !isReadOnly) ||
  (INTERNAL_SQLSTATES.includes(code) && LOST_NODE.test(message));

/** A session that ends while it works says so with these. */
const SESSION_ENDED = /^57P/;

/** Whether this is no answer to the statement: it may have been carried out. */
export const isLost = (error: unknown): boolean =>
  !(error instanceof DatabaseError) || SESSION_ENDED.test(error.code ?? '');
