import sql, { join, raw, type Sql } from 'sql-template-tag';
import { camelCase } from './column-names.ts';

/**
 * A table of `tables.sql`, with the names that its columns have in TypeScript. `npm run generate` generates these into
 * the `tables.ts` of each domain. `New` is the input of an insert: nullable columns and columns with a default are
 * optional.
 */
export interface Table<Row, New> {
  readonly name: string;
  readonly columns: { readonly [Name in keyof Row]-?: Column };
  /** Exists only for the type checker. */
  readonly new?: New;
}

export interface Column {
  /** Its SQL name. */
  readonly name: string;
  /** The type in a cast, such as `uuid`. */
  readonly type: string;
  /** Not null with a default. Clearing such a field sets it to the default. */
  readonly hasDefault?: true;
}

/** `columns` is a list of `name type`, followed by `default` for a column that is not null and has a default. */
export function table<Row, New>(name: string, columns: string): Table<Row, New> {
  const described = columns.split(', ').map((column): [string, Column] => {
    const [sqlName = '', type = '', hasDefault] = column.split(' ');
    return [camelCase(sqlName), { name: sqlName, type, ...(hasDefault ? { hasDefault: true } : {}) }];
  });
  return { name, columns: Object.fromEntries(described) as Table<Row, New>['columns'] };
}

/** The row with these fields optional. */
export type Optional<Row, Name extends keyof Row> = Omit<Row, Name> & Partial<Pick<Row, Name>>;

/** A select list, and the row that it returns. */
export interface SelectList<Row> extends Sql {
  /** Exists only for the type checker; see `RowOf`. */
  readonly row?: Row;
}

/** The row of a select list. */
export type RowOf<List extends SelectList<unknown>> = NonNullable<List['row']>;

/** The named columns for a select list, prefixed with `alias` if it is given. */
export function columns<Row, New, const Name extends keyof Row>(
  table: Table<Row, New>,
  names: readonly Name[],
  alias?: string,
): SelectList<Pick<Row, Name>> {
  const prefix = alias ? `${alias}.` : '';
  return raw(names.map((name) => prefix + table.columns[name].name).join(', '));
}

/** `json_build_object('eventId', event_id, …)`. In JSON, instants are strings. */
export const asJson = <Row, New>(table: Table<Row, New>, names: readonly (keyof Row & string)[]): Sql =>
  raw(`json_build_object(${names.map((name) => `'${name}', ${table.columns[name].name}`).join(', ')})`);

/** All columns except `names`. */
export function columnsExcept<Row, New, const Name extends keyof Row>(
  table: Table<Row, New>,
  names: readonly Name[],
  alias?: string,
): SelectList<Omit<Row, Name>> {
  const left = Object.keys(table.columns) as (keyof Row)[];
  return columns(
    table,
    left.filter((name) => !names.includes(name as Name)),
    alias,
  ) as SelectList<Omit<Row, Name>>;
}

type Columns = Record<string, Column>;

function columnOf<Row, New>(table: Table<Row, New>, name: string): Column {
  const column = (table.columns as Columns)[name];
  if (!column) throw new TypeError(`${table.name} has no column ${name}`);
  return column;
}

/** An array needs its cast beside it. */
const valueFor = ({ type }: Column, value: unknown): Sql => sql`${value}${raw(type.endsWith('[]') ? `::${type}` : '')}`;

/** Null for a column that falls back to its default, or has no value. */
export type Insert<New> = { [Name in keyof New]: undefined extends New[Name] ? New[Name] | null : New[Name] };

/** `insert into events (title, …) values ($1, …)`. Missing and null fields get the default of their column. */
export function insertInto<Row, New extends object>(table: Table<Row, New>, row: Insert<New>): Sql {
  const fields = Object.entries(row).filter(([, value]) => value !== undefined && value !== null);
  const list = raw(fields.map(([name]) => columnOf(table, name).name).join(', '));
  const values = fields.map(([name, value]) => valueFor(columnOf(table, name), value));
  return sql`insert into ${raw(table.name)} (${list}) values (${join(values)})`;
}

/**
 * Inserts all `rows` with one statement: one array parameter per column, and one plain parameter per field of `common`.
 * Each array is unnested in the select list; in the `from` clause PostgreSQL would materialize the rows first.
 */
export function insertAllInto<Row, New extends object, const Common extends Partial<New>>(
  table: Table<Row, New>,
  common: Common,
  rows: readonly Omit<New, keyof Common>[],
): Sql {
  const names = Object.keys(rows[0] ?? {});
  const shared = Object.entries(common);
  const list = raw([...shared.map(([name]) => name), ...names].map((name) => columnOf(table, name).name).join(', '));
  const values = [
    ...shared.map(([name, value]) => sql`${value}${raw(`::${columnOf(table, name).type}`)}`),
    ...names.map((name) => {
      const items = rows.map((row) => (row as Record<string, unknown>)[name] ?? null);
      return sql`unnest(${items}${raw(`::${columnOf(table, name).type}[]`)})`;
    }),
  ];
  return sql`insert into ${raw(table.name)} (${list}) select ${join(values)}`;
}

/** Fields of an update; null stands for NULL or for the default. */
export type Clearable<Row> = { [Name in keyof Row]?: Row[Name] | null };

/** `title = $1, …` for an update of these fields. Null sets a column that has a default to its default. */
export function assignments<Row, New>(table: Table<Row, New>, fields: Clearable<Row>): Sql {
  return join(
    Object.entries(fields).map(([name, value]) => {
      const column = columnOf(table, name);
      return sql`${raw(column.name)} = ${value === null && column.hasDefault ? raw('default') : valueFor(column, value)}`;
    }),
  );
}
