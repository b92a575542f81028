import sql from 'sql-template-tag';
import type { Database, Queryable, Statement, Tx } from '../../src/platform/database/database.ts';
import { tablesInOrder } from '../../src/platform/database/schema/dump.ts';
import { judge } from './judged-statements.ts';

/** Statements that leave rows behind and nothing else. */
const ROWS_ONLY = /^\s*(?:with|select|insert|update|delete|merge|values|explain|show|set local)\b/i;
/** Settings that end with their transaction. */
const TRANSACTION_SETTINGS = /^(?:\s*set (?:local|transaction)\b[^;]*(?:;|$))+\s*$/i;

/**
 * A database for one test. `close` waits for running statements and returns it, and tells whether its tables are still
 * as the migrations created them. A test that uses it after that gets an error, because the next test has it.
 * `close` rejects when the product sent a statement that breaks a rule of `distributed-rules.ts`.
 */
export function reusedDatabase(db: Database, giveBack: (isReusable: boolean) => Promise<void>): Database {
  let isReusable = true;
  let isClosed = false;
  const running = new Set<Promise<unknown>>();
  const broken: string[] = [];

  /**
   * What a process remembers about the data of one test, such as the orders of a network address, is not of the next.
   */
  const store = {};

  const watched = <Session extends Queryable>(session: Session): Session => ({
    ...session,
    store,
    query<Row>(statement: Statement) {
      isReusable &&= ROWS_ONLY.test(statement.text);
      const rules = judge(statement.text);
      if (rules) broken.push(rules);
      return session.query<Row>(statement);
    },
    runScript(script: string) {
      isReusable &&= TRANSACTION_SETTINGS.test(script);
      return session.runScript(script);
    },
  });
  const inside = watched<Queryable>(db);

  async function run<Result>(use: () => Promise<Result>): Promise<Result> {
    if (isClosed) throw new Error('this database is closed: something of a test goes on after its end');
    const result = use();
    running.add(result);
    try {
      return await result;
    } finally {
      running.delete(result);
    }
  }

  return {
    ...db,
    store,
    query: <Row>(statement: Statement) => run(() => inside.query<Row>(statement)),
    runScript: (script) => run(() => inside.runScript(script)),
    transaction: <Result>(work: (tx: Tx) => Promise<Result>) => run(() => db.transaction((tx) => work(watched(tx)))),
    async close() {
      if (isReusable) {
        isClosed = true;
        while (running.size > 0) await Promise.allSettled(running);
      }
      await giveBack(isReusable);
      if (broken.length > 0) throw new Error(`statements that Citus would refuse:\n\n${broken.join('\n\n')}`);
    },
  };
}

/** Tables that have rows, except the list of migrations. */
export async function filledTables(db: Database): Promise<string[]> {
  const tables = await db.query<{ name: string }>(sql`
    select format('%I', relname) as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'schema_migrations'`);
  const each = tables.map(({ name }) => `select '${name}' as name where exists (select 1 from ${name})`);
  const filled = await db.query<{ name: string }>({ text: each.join(' union all '), values: [] });
  return filled.map(({ name }) => name);
}

/**
 * The order of the tables: a table comes before the tables that it refers to. All databases of a process have the same
 * order.
 */
let order: string[] | undefined;

/**
 * Empties the tables, as they were after the migrations. Deleting the few rows of a test is ten times as fast as
 * truncating every table. Foreign keys are checked, because turning them off would throw away the plan of every
 * statement: the next test would make them all again.
 */
export async function emptyTables(db: Database): Promise<void> {
  const filled = await filledTables(db);
  await db.transaction(async (tx) => {
    // Citus needs these: the next setting then counts on the nodes, too, over one connection to each. Other databases
    // ignore them.
    await tx.runScript(
      'set local citus.multi_shard_modify_mode = sequential; set local citus.propagate_set_commands = local',
    );
    // The audit log refuses every other delete.
    await tx.runScript('set local takilya.purging = on');
    order ??= (await tablesInOrder(tx)).map(({ name }) => name).reverse();
    const deletes = order.filter((name) => filled.includes(name)).map((name) => `delete from ${name}`);
    await tx.runScript(deletes.join('; '));
  });
}
