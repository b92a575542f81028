import { createHash } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { type Client, DatabaseError, Pool, type PoolClient } from 'pg';
import { camelCase } from '../column-names.ts';
import { type Database, DatabaseAway, type Queryable, type Statement, type Tx } from '../database.ts';
import { createTransactionScope } from '../transaction-scope.ts';
import { columnParsers, parameterText } from '../values.ts';

/*
 * node-postgres and not postgres.js (3.4.9): with connections being killed under load the latter lost queries, which then
 * never settled, and ended the process with an uncaught TypeError (its issues 1154, 1208); a statement of a transaction
 * may even run outside it on the next connection (its pull request 1155). Here a lost connection is an error of what was
 * running on it, and no more. It is also no slower: point select, 32 in flight, 45,000–52,000 against 37,000–44,000 a second.
 */

/** The oldest version that Takilya promises to run on. */
const oldestServerVersion = 15;
/** A request is worth seconds at the most; what takes longer is a mistake that holds locks. Migrations lift it. */
const statementTimeoutMs = 15_000;
/** Shorter than the statement's, so that waiting for someone else is told apart from being slow. */
const lockTimeoutMs = 5_000;
/** A process that stalls inside a transaction, paused or in a debugger, must not hold a sold-out tier's row for ever. */
const idleInTransactionTimeoutMs = 30_000;
/** To connect, and to wait for a free connection: who waits longer is better told to come back. */
const connectTimeoutMs = 10_000;
/** Longer than any lull in a sale: a new connection costs milliseconds and has everything to prepare again. */
const idleConnectionMs = 300_000;

/** PostgreSQL works best with about two busy connections a core; below six, one slow report starves the buyers. */
const defaultPoolSize = Math.max(6, 2 * availableParallelism() + 2);

/**
 * Connects to PostgreSQL and proves it: one statement has been answered when this resolves.
 * A server that goes away later fails what is running on it; the next statement connects again.
 * Without `preparedStatements` every statement is parsed and planned anew, as a pooler needs that cannot keep them.
 * @throws Error naming host and database, never the password, when it cannot be reached, refuses, is older than 15, or
 * gives sessions without our settings.
 */
export async function openPostgres(
  url: string,
  { poolSize = defaultPoolSize, preparedStatements = true } = {},
): Promise<Database> {
  const address = publicAddress(url);
  const pool = new Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: connectTimeoutMs,
    idleTimeoutMillis: idleConnectionMs,
    application_name: 'takilya',
    statement_timeout: statementTimeoutMs,
    lock_timeout: lockTimeoutMs,
    idle_in_transaction_session_timeout: idleInTransactionTimeoutMs,
    // Results must not depend on the server's settings, and must print as `columnParsers` reads them.
    options: '-c TimeZone=UTC -c DateStyle=ISO',
    // Statements of a transaction that do not wait for each other share a round trip; they still run one after the other.
    pipeline: true,
    types: { getTypeParser: (oid) => columnParsers.get(oid) ?? asText },
  });
  // Without listeners a lost connection would end the process. What ran on it is rejected anyway, and the pool replaces it.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  try {
    await requireSession(pool);
  } catch (error) {
    await pool.end();
    throw new Error(`PostgreSQL at ${address} cannot be used: ${reason(error)}`, { cause: error });
  }

  const statementName = preparedStatements ? createStatementNames() : () => undefined;
  const scope = createTransactionScope();
  const store = {};
  const root = queryable({ query: (statement) => pool.query(statement as string).catch(refuse), store }, statementName);

  async function transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    scope.refuseInside('transaction');
    const client = await pool.connect().catch(refuse);
    let clean = false;
    try {
      // Shares the round trip of the first statement, which fails with it.
      writeTogether(client);
      const begun = client.query('begin isolation level read committed');
      const session: Session = {
        async query(statement) {
          writeTogether(client);
          return (await Promise.all([client.query(statement as string), begun]).catch(refuse))[0];
        },
        store,
      };
      const result = await scope.run(queryable(session, statementName), work, async () => {
        await begun.catch(refuse);
        await client.query('commit').catch(refuse);
      });
      clean = true;
      return result;
    } catch (error) {
      clean = await client.query('rollback').then(
        () => true,
        () => false,
      );
      throw error;
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

/** SQLSTATEs of waiting too long for a lock, and of being stopped or turned away from outside. */
const WHATEVER_WAS_ASKED = /^(?:55P03|08|53|57)/;

/**
 * @throws what PostgreSQL has against the statement, or `values.ts` against its answer; DatabaseAway for anything else that
 * the driver rejects with
 */
function refuse(error: unknown): never {
  if (error instanceof RangeError || error instanceof SyntaxError) throw error;
  if (error instanceof DatabaseError && !WHATEVER_WAS_ASKED.test(error.code ?? '')) throw error;
  throw new DatabaseAway(reason(error), { cause: error });
}

/** Statements that are sent in one turn of the event loop are one write to the socket; each was one, an eighth of a sale. */
function writeTogether(client: PoolClient) {
  const { stream } = (client as PoolClient & Pick<Client, 'connection'>).connection;
  if (stream.writableCorked > 0) return;
  stream.cork();
  process.nextTick(() => stream.uncork());
}

type StatementName = (text: string) => string | undefined;

interface Session {
  store: object;
  query(
    statement: string | { name?: string; text: string; values: (string | null)[]; rowMode: 'array' },
  ): Promise<{ rows: unknown[][]; fields: { name: string }[] }>;
}

function queryable(session: Session, statementName: StatementName): Queryable {
  return {
    store: session.store,
    async query<Row>({ text, values }: Statement) {
      // All parameters are texts, so the types are the server's choice and one text is one prepared statement.
      const asked = { name: statementName(text), text, values: values.map(parameterText), rowMode: 'array' } as const;
      const { rows, fields } = await session.query(asked);
      const names = fields.map(({ name }) => camelCase(name));
      return rows.map((values) => rowOf(names, values)) as Row[];
    },
    async runScript(script) {
      await session.query(script);
    },
  };
}

function rowOf(names: string[], values: unknown[]): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  for (const [index, name] of names.entries()) row[name] = values[index];
  return row;
}

/**
 * Short names for prepared statements: PostgreSQL cuts them at 63 bytes. Made of the text, so that behind a pooler, where
 * another process may have prepared a name on this very session, one name is never two statements.
 */
function createStatementNames(): StatementName {
  const names = new Map<string, string>();
  return (text) => {
    let name = names.get(text);
    if (name === undefined) {
      name = createHash('sha256').update(text).digest('base64url');
      names.set(text, name);
    }
    return name;
  };
}

const asText = (text: string) => text;

/** What the pool asks for at connect, a pooler in between may have been told to drop: then nothing would end a lock wait. */
async function requireSession(pool: Pool): Promise<void> {
  const { rows } = await pool.query<Record<'serverVersion' | 'zone' | 'dates' | 'timeouts', string>>({
    text: `select current_setting('server_version') as server_version, current_setting('TimeZone') as zone,
      current_setting('DateStyle') as dates, concat_ws(' ', current_setting('statement_timeout'),
      current_setting('lock_timeout'), current_setting('idle_in_transaction_session_timeout')) as timeouts`,
  });
  const { serverVersion: version = 'unknown', zone, dates, timeouts = '' } = rows[0] ?? {};
  if (Number.parseInt(version, 10) < oldestServerVersion) {
    throw new Error(`it is version ${version}, and Takilya needs ${oldestServerVersion} or newer`);
  }
  if (zone !== 'UTC' || !dates?.startsWith('ISO') || timeouts.split(' ').includes('0')) {
    throw new Error(
      'its sessions have not the time zone, date style and time-outs that Takilya asks for: a pooler in between drops them. Give them to the role, as docs/operate.md says under PgBouncer, and tell a PgBouncer that has sessions open from before to RECONNECT, or restart it',
    );
  }
}

/** @throws Error, without repeating it, for a URL that is none. */
function publicAddress(url: string): string {
  const parsed = URL.parse(url);
  if (!parsed) throw new Error('DATABASE_URL is not a URL like postgres://user:password@host:5432/database');
  const host = parsed.hostname || parsed.searchParams.get('host');
  return `${host}:${parsed.port || 5432}, database ${parsed.pathname.slice(1)}, user ${parsed.username},`;
}

/** Node reports a name with several addresses as an AggregateError without a message. */
function reason(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reason).join('; ');
  return error instanceof Error ? error.message : String(error);
}
