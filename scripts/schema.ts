/**
 * Generates a `tables.ts` beside the `tables.sql` of each domain, with the row types and the columns of its tables, and
 * a list of all of them. `npm run generate` runs it.
 */
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import sql from 'sql-template-tag';
import { camelCase } from '../server/src/platform/database/column-names.ts';
import type { Database } from '../server/src/platform/database/database.ts';
import { openInMemory } from '../server/src/platform/database/embedded/embedded.ts';
import { domainScripts, joinedSchema } from '../server/src/schema/own-schema.ts';

const sources = new URL('../server/src/', import.meta.url);

/** The content of each domain's `tables.ts`, by path. */
export async function generatedFiles(db: Database): Promise<Map<string, string>> {
  const described = Map.groupBy(await describeColumns(db), ({ table }) => table);
  const domains = (await domainScripts()).map(({ domain, script }) => ({
    domain,
    tables: [...script.matchAll(/^create table (\w+)/gm)].map(([, table = '']) => ({
      table,
      columns: described.get(table) ?? [],
    })),
  }));
  const pathOf = (file: string) => fileURLToPath(new URL(file, sources));
  return new Map([
    ...domains.map(({ domain, tables }): [string, string] => [pathOf(`${domain}/tables.ts`), tablesFile(tables)]),
    [pathOf('schema/tables.ts'), listFile(domains)],
  ]);
}

/** All tables, to compare a database with them. */
function listFile(domains: { domain: string; tables: { table: string }[] }[]): string {
  const named = domains.map(({ domain, tables }) => ({
    domain,
    names: tables.map(({ table }) => `${camelCase(table)}Table`),
  }));
  return [
    '// Generated from the tables.sql of all domains by `npm run generate`. Do not edit.',
    ...named.map(({ domain, names }) => `import { ${names.toSorted().join(', ')} } from '../${domain}/tables.ts';`),
    '',
    '/** Every table of this version, with its columns. */',
    `export const TABLES = [\n${named.flatMap(({ names }) => names.map((name) => `  ${name},`)).join('\n')}\n] as const;`,
    '',
  ].join('\n');
}

interface Described {
  table: string;
  column: string;
  type: string;
  required: boolean;
  hasDefault: boolean;
  comment: string | null;
  /** The values of a check constraint that lists them. */
  values: string | null;
}

const describeColumns = (db: Database) =>
  db.query<Described>(sql`
    select c.relname as table, a.attname as column, format_type(a.atttypid, null) as type, a.attnotnull as required,
           a.atthasdef as has_default, col_description(c.oid, a.attnum) as comment,
           (select (regexp_match(pg_get_constraintdef(k.oid), '^CHECK [(]{2}\\w+ = ANY [(]ARRAY\\[([^]]*)\\][)]{3}$'))[1]
              from pg_constraint k
             where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]
               and pg_get_constraintdef(k.oid) ~ '^CHECK [(]{2}\\w+ = ANY' limit 1) as values
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
     order by c.relname, a.attnum`);

/** The TypeScript type of a value read from the database, and the PostgreSQL type for casts of arrays. */
const TYPES: Record<string, { value: string; cast: string }> = {
  uuid: { value: 'Uuid', cast: 'uuid' },
  text: { value: 'string', cast: 'text' },
  smallint: { value: 'number', cast: 'int' },
  integer: { value: 'number', cast: 'int' },
  bigint: { value: 'number', cast: 'bigint' },
  'double precision': { value: 'number', cast: 'float8' },
  boolean: { value: 'boolean', cast: 'boolean' },
  bytea: { value: 'Buffer', cast: 'bytea' },
  jsonb: { value: 'unknown', cast: 'jsonb' },
  date: { value: 'string', cast: 'date' },
  'timestamp with time zone': { value: 'Date', cast: 'timestamptz' },
};

function typeOf({ table, column, type }: Described) {
  const element = type.replace(/\[\]$/, '');
  const known = TYPES[element];
  if (!known)
    throw new Error(`scripts/schema.ts does not know the type ${type} of ${table}.${column}: add it to TYPES`);
  return element === type ? known : { value: `${known.value}[]`, cast: `${known.cast}[]` };
}

function valueType(column: Described): string {
  const values = column.values?.match(/'(?:[^']|'')*'/g);
  return values ? values.join(' | ') : typeOf(column).value;
}

/** `webhook_deliveries` → `WebhookDelivery`. */
function singular(table: string): string {
  const name = camelCase(`_${table}`);
  // The word has no other singular.
  if (name.endsWith('Series')) return name;
  return name.replace(/ies$/, 'y').replace(/s$/, '');
}

function tablesFile(tables: { table: string; columns: Described[] }[]): string {
  const usesUuid = tables.some(({ columns }) => columns.some((column) => typeOf(column).value.startsWith('Uuid')));
  const usesOptional = tables.some(({ columns }) =>
    columns.some(({ required, hasDefault }) => !required || hasDefault),
  );
  return [
    '// Generated from tables.sql by `npm run generate`. Do not edit.',
    `import { ${usesOptional ? 'type Optional, ' : ''}table } from '../platform/database/table.ts';`,
    ...(usesUuid ? ["import type { Uuid } from '../values/uuid.ts';"] : []),
    ...tables.map(({ table, columns }) => `\n${rowType(table, columns)}\n\n${description(table, columns)}`),
    '',
  ].join('\n');
}

function rowType(table: string, columns: Described[]): string {
  const fields = columns.map((column) => {
    const comment = column.comment ? `  /** ${column.comment} */\n` : '';
    const type = `${valueType(column)}${column.required || typeOf(column).value === 'unknown' ? '' : ' | null'}`;
    return `${comment}  ${camelCase(column.column)}: ${type};`;
  });
  const optional = columns
    .filter(({ required, hasDefault }) => !required || hasDefault)
    .map(({ column }) => `'${camelCase(column)}'`);
  const row = `${singular(table)}Row`;
  const newRow = optional.length > 0 ? `Optional<${row}, ${optional.join(' | ')}>` : row;
  return `/** A row of \`${table}\`. */\nexport interface ${row} {\n${fields.join('\n')}\n}\n\n/** The values of an insert. */\nexport type New${row} = ${newRow};`;
}

/** A column in the notation of `table`: `status text`, with `default` if clearing the field restores a default. */
function description(table: string, columns: Described[]): string {
  const entries = columns.map(
    (column) => `${column.column} ${typeOf(column).cast}${column.required && column.hasDefault ? ' default' : ''}`,
  );
  const row = `${singular(table)}Row`;
  return `export const ${camelCase(table)}Table = table<${row}, New${row}>(\n  '${table}',\n  \`${entries.join(', ')}\`,\n);`;
}

async function write() {
  const db = await openInMemory();
  await db.runScript(await joinedSchema());
  for (const [path, text] of await generatedFiles(db)) await writeFile(path, text);
  await db.close();
}

if (import.meta.main) await write();
