import { createHash } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { type Client, DatabaseError, Pool, type PoolClient, type QueryArrayConfig } from 'pg';
import {
  type Database,
  DatabaseUnavailable,
  OutcomeUnknown,
  type Queryable,
  type Statement,
  type Tx,
} from '../database.ts';
import { rowMaker } from '../row-maker.ts';
import { createTransactionScope } from '../transaction-scope.ts';
import { columnParser, parameterText } from '../values.ts';
import { requirePreparedStatements, requireSession } from './require-session.ts';
import { isLost, isTransient } from './transient-errors.ts';

/*
 * Why node-postgres and not postgres.js (3.4.9): when connections were killed under load, postgres.js lost queries,
 * which then never settled, and ended the process with an uncaught TypeError (its issues 1154, 1208). A statement of a
 * transaction may even run outside it on the next connection (its pull request 1155). With node-postgres a lost
 * connection only fails the statements on it. It is also no slower: point select, 32 in flight, 45,000–52,000 against
 * 37,000–44,000 a second.
 */

/** A request takes seconds at most; a longer statement is a mistake that holds locks. Migrations remove the limit. */
const STATEMENT_TIMEOUT_MS = 15_000;
/** Shorter than the statement timeout, so that waiting for a lock is distinguishable from a slow statement. */
const LOCK_TIMEOUT_MS = 5_000;
/**
 * A process that stalls inside a transaction, paused or in a debugger, must not lock the row of a tier on sale forever.
 */
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 30_000;
/** Limit for connecting and for waiting for a free connection; after that, the client should retry later. */
const CONNECT_TIMEOUT_MS = 10_000;
/**
 * What an answer may take beyond the statement timeout. After that the server is gone without a word: its machine lost
 * power, or failed over. The network would keep such a connection for a quarter of an hour.
 */
const ANSWER_MARGIN_MS = 5_000;
/** The longest that a timer can wait, as the limit of statements without a timeout. */
const UNLIMITED_MS = 2 ** 31 - 1;
/** After so long without traffic on a connection, the operating system checks that the other end is still there. */
const KEEP_ALIVE_MS = 10_000;
/** Longer than any lull in a sale: a new connection costs milliseconds and has to prepare every statement again. */
const IDLE_CONNECTION_MS = 300_000;

/**
 * PostgreSQL works best with about two busy connections per core. With fewer than six, one slow report starves the
 * buyers.
 */
const DEFAULT_POOL_SIZE = Math.max(6, 2 * availableParallelism() + 2);

interface PostgresOptions {
  poolSize?: number;
  preparedStatements?: boolean;
  /** The server then refuses statements that write. */
  isReadOnly?: boolean;
  /** Limit for connecting and for waiting for a free connection. */
  connectWithinMs?: number;
  /** A connection without an answer for this long is given up; without it, somewhat more than its statement timeout. */
  answerWithinMs?: number;
}

/**
 * Connects to PostgreSQL and runs one statement before it resolves. If the server goes away later, running statements
 * fail, and the next statement connects again. Without `preparedStatements` every statement is parsed and planned anew,
 * for poolers that cannot keep them.
 * @throws Error naming host and database, never the password, when the server cannot be reached, refuses, is older than
 * 15, or its sessions lack our settings
 */
export async function openPostgres(url: string, options: PostgresOptions = {}): Promise<Database> {
  const { poolSize = DEFAULT_POOL_SIZE, preparedStatements = true, isReadOnly = false, answerWithinMs } = options;
  const rethrow = rethrowOf({ isReadOnly });
  const address = publicAddress(url);
  const pool = createPool(url, { ...options, poolSize });
  let limitMs: number;
  try {
    const statementTimeout = await requireSession(pool);
    limitMs = answerWithinMs ?? statementTimeout + ANSWER_MARGIN_MS;
    // The check needs two connections.
    if (preparedStatements && poolSize > 1) await requirePreparedStatements(pool);
  } catch (error) {
    await pool.end();
    throw new Error(`PostgreSQL at ${address} cannot be used: ${reason(error)}`, { cause: error });
  }

  const statementName = preparedStatements ? createStatementNames() : () => undefined;
  const scope = createTransactionScope();
  const store = {};
  const root = queryable({ query: (statement) => pool.query(statement).catch(rethrow), store, limitMs }, statementName);

  async function transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    scope.refuseInside('transaction');
    const client = await pool.connect().catch(rethrow);
    let clean = false;
    let isUnknown = false;
    try {
      // Shares the round trip of the first statement. If it fails, that statement fails.
      corkUntilNextTick(client);
      const begun = client.query(timed('begin isolation level read committed', limitMs));
      const session: Session = {
        async query(statement) {
          corkUntilNextTick(client);
          return (await Promise.all([client.query(statement), begun]).catch(rethrow))[0];
        },
        store,
        limitMs,
      };
      const own = queryable(session, statementName);
      const liftTimeLimit: Tx['liftTimeLimit'] = (...others) => {
        session.limitMs = UNLIMITED_MS;
        return own.runScript(['statement_timeout', ...others].map((limit) => `set local ${limit} = 0`).join('; '));
      };
      const result = await scope.run({ ...own, liftTimeLimit }, work, async () => {
        await begun.catch(rethrow);
        await client.query(timed('commit', session.limitMs)).catch((error: unknown) => {
          isUnknown = isLost(error);
          rethrow(error);
        });
      });
      clean = true;
      return result;
    } catch (error) {
      clean = await client.query(timed('rollback', limitMs)).then(
        () => true,
        () => false,
      );
      throw isUnknown ? new OutcomeUnknown(reason(error), { cause: error }) : error;
    } finally {
      client.release(!clean);
    }
  }

  return {
    kind: 'postgres',
    store,
    load: () => ({ busy: pool.totalCount - pool.idleCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    transaction,
    async query(statement) {
      scope.refuseInside('query');
      return root.query(statement);
    },
    async runScript(script) {
      scope.refuseInside('runScript');
      return root.runScript(script);
    },
    async close() {
      scope.refuseInside('close');
      await pool.end();
    },
  };
}

function createPool(
  url: string,
  {
    poolSize,
    isReadOnly = false,
    connectWithinMs = CONNECT_TIMEOUT_MS,
    answerWithinMs = connectWithinMs,
  }: PostgresOptions & { poolSize: number },
): Pool {
  const pool = new Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: connectWithinMs,
    // Limit of the first statements; later ones have a limit of their own.
    query_timeout: answerWithinMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    idleTimeoutMillis: IDLE_CONNECTION_MS,
    application_name: 'takilya',
    statement_timeout: STATEMENT_TIMEOUT_MS,
    lock_timeout: LOCK_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
    // Results must not depend on the server's settings, and must print as `columnParser` reads them.
    options: `-c TimeZone=UTC -c DateStyle=ISO${isReadOnly ? ' -c default_transaction_read_only=on' : ''}`,
    // Statements of a transaction that are not awaited one by one share a round trip; they still run in order.
    pipeline: true,
    types: { getTypeParser: columnParser },
  });
  // Without listeners a lost connection would end the process. Its statements are rejected anyway, and the pool
  // replaces it.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

/**
 * @throws the original error if PostgreSQL rejects the statement or `values.ts` its result; DatabaseUnavailable for
 * every other error of the driver
 */
const rethrowOf =
  (server: { isReadOnly: boolean }) =>
  (error: unknown): never => {
    if (error instanceof RangeError || error instanceof SyntaxError) throw error;
    if (error instanceof DatabaseError && !isTransient(error, server)) throw error;
    throw new DatabaseUnavailable(reason(error), { cause: error });
  };

/**
 * Sends the statements of one turn of the event loop with one write to the socket. Separate writes took an eighth of
 * the time of a sale.
 */
function corkUntilNextTick(client: PoolClient) {
  const { stream } = (client as PoolClient & Pick<Client, 'connection'>).connection;
  if (stream.writableCorked > 0) return;
  stream.cork();
  process.nextTick(() => stream.uncork());
}

type StatementName = (text: string) => string | undefined;

interface Session {
  store: object;
  /** How long an answer may take. */
  limitMs: number;
  query(statement: TimedStatement): Promise<{ rows: unknown[][]; fields: { name: string }[] }>;
}

/** The driver has this limit for single statements, too; its types do not know it. */
type TimedStatement = QueryArrayConfig<(string | null)[]> & { query_timeout: number };

/** A statement without parameters, or several. */
const timed = (text: string, limitMs: number): TimedStatement => ({ text, rowMode: 'array', query_timeout: limitMs });

function queryable(session: Session, statementName: StatementName): Queryable {
  return {
    store: session.store,
    async query<Row>({ text, values }: Statement) {
      // All parameters are texts, so the server infers their types, and one text is one prepared statement.
      const { rows, fields } = await session.query({
        name: statementName(text),
        text,
        values: values.map(parameterText),
        rowMode: 'array',
        query_timeout: session.limitMs,
      });
      return rows.map(rowMaker(fields.map(({ name }) => name))) as Row[];
    },
    async runScript(script) {
      await session.query(timed(script, session.limitMs));
    },
  };
}

/**
 * Texts differ only by the fields that a request sends, so they are few. A client that sends ever other ones must not
 * fill the memory of every session.
 */
const MAX_PREPARED = 1_000;

/**
 * Short names for prepared statements, because PostgreSQL truncates names at 63 bytes. A name is a hash of the text:
 * behind a pooler, another process may have prepared a name on the same session, and one name must never mean two
 * statements. Texts beyond `MAX_PREPARED` have no name, and are parsed each time.
 */
function createStatementNames(): StatementName {
  const names = new Map<string, string>();
  return (text) => {
    let name = names.get(text);
    if (name === undefined && names.size < MAX_PREPARED) {
      name = createHash('sha256').update(text).digest('base64url');
      names.set(text, name);
    }
    return name;
  };
}

/** @throws Error that does not repeat the value, which may hold a password, when it is not a URL */
function publicAddress(url: string): string {
  const parsed = URL.parse(url);
  if (!parsed) throw new Error('DATABASE_URL is not a URL like postgres://user:password@host:5432/database');
  const given = (name: string) => parsed.searchParams.get(name);
  const host = parsed.hostname || given('host');
  const [port, user] = [parsed.port || given('port') || 5432, parsed.username || given('user')];
  return `${host}:${port}, database ${parsed.pathname.slice(1)}, user ${user},`;
}

/** The driver's words for a missing password. */
const WITHOUT_PASSWORD = 'SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string';

/** Node reports a failed connection to a host with several addresses as an AggregateError without a message. */
function reason(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reason).join('; ');
  const message = error instanceof Error ? error.message : String(error);
  return message.startsWith(WITHOUT_PASSWORD) ? 'it asks for a password, and the URL has none' : message;
}
