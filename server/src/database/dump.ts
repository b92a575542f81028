import sql, { raw } from 'sql-template-tag';
import type { Database, Queryable, Tx } from './database.ts';

/** So many rows are one line of a dump and one statement of its restoring: some hundred kilobytes. */
const ROWS_PER_LINE = 500;
const MIGRATIONS = 'schema_migrations';

/** The first line: what the rows fit into. */
interface Head {
  takilya: 'dump';
  migrations: string[];
}

/**
 * Writes every row of every table as lines of JSON, as of one moment; servers may go on selling meanwhile. PostgreSQL's own
 * text stands for every value, so that nothing is rounded on the way.
 */
export async function dumpDatabase(db: Database, write: (line: string) => Promise<void>): Promise<number> {
  return db.transaction(async (tx) => {
    await tx.query(sql`set transaction isolation level repeatable read, read only`);
    const head: Head = { takilya: 'dump', migrations: await appliedTo(tx) };
    await write(JSON.stringify(head));
    let count = 0;
    for (const table of await tablesInOrder(tx)) {
      const name = JSON.stringify(table);
      await tx.query(
        sql`declare ${raw(`rows_of_${table}`)} no scroll cursor for select row_to_json(t)::text as row from ${raw(table)} t`,
      );
      for (;;) {
        const rows = await tx.query<{ row: string }>(sql`fetch ${raw(`${ROWS_PER_LINE} from rows_of_${table}`)}`);
        if (rows.length === 0) break;
        await write(`{"table":${name},"rows":[${rows.map(({ row }) => row).join(',')}]}`);
        count += rows.length;
      }
    }
    return count;
  });
}

/**
 * Fills an empty, migrated database with a dump: all of it, or nothing.
 * @returns the number of rows @throws Error for the operator when the database holds something, the dump is of another
 * version, or it is cut off or no dump at all
 */
export async function restoreDatabase(db: Database, lines: AsyncIterable<string>): Promise<number> {
  const reading = lines[Symbol.asyncIterator]();
  return db.transaction(async (tx) => {
    const tables = await tablesInOrder(tx);
    for (const table of tables) {
      const rows = await tx.query(sql`select 1 from ${raw(table)} limit 1`);
      if (rows.length > 0) throw new Error(`the database is not empty: ${table} has rows. Restore into a new one.`);
    }
    let count = 0;
    let head: Head | undefined;
    for await (const line of { [Symbol.asyncIterator]: () => reading }) {
      if (!head) {
        head = headFrom(line);
        requireSameVersion(head.migrations, await appliedTo(tx));
        continue;
      }
      const table = /^\{"table":"(\w+)","rows":/.exec(line)?.[1];
      if (!table || !tables.includes(table)) throw new Error('this is not a dump of Takilya, or it was changed');
      const rows = await tx.query<{ count: number }>(sql`
        with restored as (
          insert into ${raw(table)} select * from json_populate_recordset(null::${raw(table)}, ${line}::json -> 'rows')
          returning 1)
        select count(*) as count from restored`);
      count += rows[0]?.count ?? 0;
    }
    if (!head) throw new Error('the dump is empty');
    return count;
  });
}

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

async function appliedTo(db: Queryable): Promise<string[]> {
  const rows = await db.query<{ name: string }>(sql`select name from schema_migrations order by name`);
  return rows.map(({ name }) => name);
}

/** What a row refers to comes before it. */
async function tablesInOrder(tx: Tx): Promise<string[]> {
  const tables = await tx.query<{ name: string; needs: string[] }>(sql`
    select c.relname as name, array(
             select distinct f.confrelid::regclass::text from pg_constraint f
              where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid) as needs
      from pg_class c
     where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and c.relname <> ${MIGRATIONS}
     order by c.relname`);
  const ordered: string[] = [];
  while (ordered.length < tables.length) {
    const next = tables.find(
      ({ name, needs }) => !ordered.includes(name) && needs.every((one) => ordered.includes(one)),
    );
    if (!next) throw new Error('tables refer to each other in a circle');
    ordered.push(next.name);
  }
  return ordered;
}
