import { createHash, type Hash } from 'node:crypto';
import sql, { raw } from 'sql-template-tag';
import { type Database, type Tx, violatedConstraint } from '../database.ts';
import { appliedMigrations } from './migrate.ts';

/** A line of a dump is one statement of a restore: at most so many rows, and no more once it has a megabyte. */
const ROWS_PER_LINE = 500;
const LINE_LENGTH = 1_000_000;
/** Longer rows are fetched one at a time: an answer that is kept with its `Idempotency-Key` may have 30 MB. */
const LONG_ROW = 50_000;
const MIGRATIONS = 'schema_migrations';

/** The first line: the migrations of the dumped database. */
interface Head {
  takilya: 'dump';
  migrations: string[];
}

const END = '{"takilya":"end"';

/** The last line. With its count and hash, a dump that was cut off or changed is detected. */
const endOf = (rows: number, lines: Hash) => `${END},"rows":${rows},"sha256":"${lines.digest('hex')}"}`;

/**
 * Writes every row of every table as lines of JSON, from one snapshot; servers may keep running. Values are
 * PostgreSQL's own text, so nothing is rounded. Rows are in the order of their keys: two dumps of the same rows are the
 * same text. @returns the number of rows
 */
export async function dumpDatabase(db: Database, write: (line: string) => Promise<void>): Promise<number> {
  return db.transaction(async (tx) => {
    await tx.query(sql`set transaction isolation level repeatable read, read only`);
    await allowPauses(tx);
    const written = createHash('sha256');
    const writeLine = (line: string) => {
      written.update(`${line}\n`);
      return write(line);
    };
    const head: Head = { takilya: 'dump', migrations: [...(await appliedMigrations(tx))] };
    await writeLine(JSON.stringify(head));
    let count = 0;
    for (const { name, key } of await tablesInOrder(tx))
      for await (const rows of rowsInLines(tx, name, key)) {
        await writeLine(`{"table":${JSON.stringify(name)},"rows":[${rows.join(',')}]}`);
        count += rows.length;
      }
    await write(endOf(count, written));
    return count;
  });
}

/** The rows of a table as JSON, those of one line together. */
async function* rowsInLines(tx: Tx, table: string, key: string): AsyncGenerator<string[]> {
  let line: string[] = [];
  let length = 0;
  for await (const row of rowsOf(tx, table, key)) {
    line.push(row);
    length += row.length;
    if (line.length < ROWS_PER_LINE && length < LINE_LENGTH) continue;
    yield line;
    [line, length] = [[], 0];
  }
  if (line.length > 0) yield line;
}

/** Two cursors over the same rows: the second one is moved only to those that the first one has cut off as too long. */
async function* rowsOf(tx: Tx, table: string, key: string): AsyncGenerator<string> {
  const [starts, whole] = [`rows_of_${table}`, `long_rows_of_${table}`];
  for (const [cursor, row] of [
    [starts, `left(row_to_json(t)::text, ${LONG_ROW})`],
    [whole, 'row_to_json(t)::text'],
  ] as const)
    await tx.query(sql`
      declare ${raw(cursor)} no scroll cursor for select ${raw(row)} as row from ${raw(table)} t order by ${raw(key)}`);
  const fetch = (which: string) => tx.query<{ row: string }>(sql`fetch ${raw(which)}`);
  let behind = 0;
  for (;;) {
    const rows = await fetch(`${ROWS_PER_LINE} from ${starts}`);
    if (rows.length === 0) break;
    for (const { row } of rows) {
      behind += 1;
      if (row.length < LONG_ROW) yield row;
      else {
        for (const long of await fetch(`relative ${behind} from ${whole}`)) yield long.row;
        behind = 0;
      }
    }
  }
}

/**
 * Fills an empty, migrated database with a dump, completely or not at all. @returns the number of rows
 * @throws Error for the operator when the database is not empty, or the input is not a dump, of another version, cut
 * off or changed
 */
export async function restoreDatabase(db: Database, lines: AsyncIterable<string>): Promise<number> {
  return db.transaction(async (tx) => {
    await allowPauses(tx);
    // Citus needs this: there, tables with foreign keys to reference tables are written over one connection to each
    // node.
    await tx.runScript(`set local citus.multi_shard_modify_mode = 'sequential'`);
    const tables = await emptyTables(tx);
    const read = createHash('sha256');
    let number = 0;
    let count = 0;
    let ended = false;
    for await (const line of lines) {
      number += 1;
      if (ended) throw damagedDump('it goes on after its end line');
      ended = line.startsWith(END);
      if (number === 1) requireSameVersion(headFrom(line).migrations, [...(await appliedMigrations(tx))]);
      else if (!ended) count += await restoreRows(tx, { tables, line, number });
      else if (line !== endOf(count, read)) throw damagedDump('its end line is not that of the lines before it');
      if (!ended) read.update(`${line}\n`);
    }
    if (number === 0) throw new Error('the dump is empty');
    if (!ended) throw damagedDump('its end line is missing');
    return count;
  });
}

/** @returns the names of all tables, in the order of their foreign keys */
async function emptyTables(tx: Tx): Promise<string[]> {
  const tables = (await tablesInOrder(tx)).map(({ name }) => name);
  for (const table of tables) {
    const rows = await tx.query(sql`select 1 from ${raw(table)} limit 1`);
    if (rows.length > 0) throw new Error(`the database is not empty: ${table} has rows. Restore into a new one.`);
  }
  return tables;
}

async function restoreRows(tx: Tx, { tables, line, number }: { tables: string[]; line: string; number: number }) {
  const table = /^\{"table":"(\w+)","rows":\[.*\]\}$/s.exec(line)?.[1];
  if (!table || !tables.includes(table)) throw damagedDump(`line ${number} is not one of rows`);
  const restored = tx.query<{ count: number }>(sql`
    with restored as (
      insert into ${raw(table)} select * from json_populate_recordset(null::${raw(table)}, ${line}::json -> 'rows')
      returning 1)
    select count(*) as count from restored`);
  const [{ count = 0 } = {}] = await restored.catch((error: unknown) => {
    if (violatedConstraint(error)?.endsWith('_fkey'))
      throw damagedDump(`line ${number} refers to rows that are missing`);
    const reason = error instanceof Error ? error.message : error;
    throw new Error(`line ${number} of the dump cannot be restored: ${reason}. Nothing was restored.`, {
      cause: error,
    });
  });
  return count;
}

const damagedDump = (reason: string) =>
  new Error(`the dump is incomplete or was changed: ${reason}. Nothing was restored.`);

/** A dump may exceed the statement timeout of requests, and the other end of the pipe (a tape, a network) may pause. */
const allowPauses = (tx: Tx) => tx.liftTimeLimit('idle_in_transaction_session_timeout');

function headFrom(line: string): Head {
  try {
    const head = JSON.parse(line) as Head;
    if (head.takilya === 'dump') return head;
  } catch {}
  throw new Error('this is not a dump of Takilya');
}

function requireSameVersion(dumped: string[], here: string[]) {
  if (dumped.join() === here.join()) return;
  throw new Error(
    `the dump is of another version of Takilya: its last migration is ${dumped.at(-1)}, and here it is ${here.at(-1)}`,
  );
}

/** All tables with their primary keys. A referenced table comes before the tables that refer to it. */
export async function tablesInOrder(tx: Tx): Promise<{ name: string; key: string }[]> {
  const tables = await tx.query<{ name: string; key: string; needs: string[] }>(sql`
    select c.relname as name,
           (select string_agg(quote_ident(a.attname), ', ' order by k.position)
              from pg_index i
             cross join unnest(i.indkey) with ordinality as k (attribute, position)
              join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attribute
             where i.indrelid = c.oid and i.indisprimary) as key,
           array(
             select distinct f.confrelid::regclass::text from pg_constraint f
              where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid) as needs
      from pg_class c
     where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and c.relname <> ${MIGRATIONS}
     order by c.relname`);
  const ordered = new Map<string, (typeof tables)[number]>();
  while (ordered.size < tables.length) {
    const next = tables.find(({ name, needs }) => !ordered.has(name) && needs.every((one) => ordered.has(one)));
    if (!next) throw new Error('tables refer to each other in a cycle');
    ordered.set(next.name, next);
  }
  return [...ordered.values()];
}
