import sql from 'sql-template-tag';
import type { Queryable } from '../database.ts';
import type { Column } from '../table.ts';

interface Described {
  name: string;
  columns: Readonly<Record<string, Column>>;
}

/**
 * Compares the columns of our tables with those that the database has. Until 1.0 every version has the same first
 * migration, so its name does not tell them apart; later this finds a table that was changed by hand. An added column
 * does no harm unless every row has to have a value of it.
 * @throws Error for the operator, naming the first column that one of them lacks
 */
export async function requireTables(db: Queryable, tables: readonly Described[]): Promise<void> {
  const names = tables.map(({ name }) => name);
  const rows = await db.query<{ column: string; isRequired: boolean }>(sql`
    select c.relname || '.' || a.attname as column, a.attnotnull and not a.atthasdef as is_required
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relnamespace = 'public'::regnamespace and c.relname = any(${names}::text[])`);
  const found = new Set(rows.map(({ column }) => column));
  const wanted = new Set(
    tables.flatMap(({ name, columns }) => Object.values(columns).map((column) => `${name}.${column.name}`)),
  );
  const missing = [...wanted].filter((column) => !found.has(column));
  const unknown = rows.flatMap(({ column, isRequired }) => (isRequired && !wanted.has(column) ? [column] : []));
  const [first] = [...missing, ...unknown];
  if (first === undefined) return;
  const difference = missing.length > 0 ? `has no ${first}` : `has ${first}, which this version does not know`;
  throw new Error(
    `the database was made by another version of Takilya: it ${difference}. Before 1.0 the tables of one version cannot be upgraded to those of another. Start the version that made it, or start with an empty database (DATA_DIR or DATABASE_URL).`,
  );
}
