import sql, { join, raw, type Sql } from 'sql-template-tag';
import { camelCase } from './column-names.ts';

/**
 * A table as `tables.sql` declares it, by the names that rows have in TypeScript. Generated into the `tables.ts` of each
 * domain by `npm run schema`; `New` is what an insert gives: columns with a default or without a value may be left out.
 */
export interface Table<Row, New> {
  readonly name: string;
  readonly columns: { readonly [Name in keyof Row]-?: Column };
  /** Only for the compiler. */
  readonly new?: New;
}

export interface Column {
  /** Its SQL name. */
  readonly name: string;
  /** As in a cast of an array parameter: `uuid`. */
  readonly type: string;
  /** It is not null, and has a default: what a field that is cleared goes back to. */
  readonly fallsBack?: true;
}

/** `columns`: a list of `name type`, and `default` behind a column that falls back to one. */
export function table<Row, New>(name: string, columns: string): Table<Row, New> {
  const described = columns.split(', ').map((column): [string, Column] => {
    const [sqlName = '', type = '', fallsBack] = column.split(' ');
    return [camelCase(sqlName), { name: sqlName, type, ...(fallsBack ? { fallsBack: true } : {}) }];
  });
  return { name, columns: Object.fromEntries(described) as Table<Row, New>['columns'] };
}

/** The row with these fields optional. */
export type Optional<Row, Name extends keyof Row> = Omit<Row, Name> & Partial<Pick<Row, Name>>;

/** A select list, and the row that it returns. */
export interface SelectList<Row> extends Sql {
  /** Only for the compiler: see `RowOf`. */
  readonly row?: Row;
}

/** The row of a select list. */
export type RowOf<List extends SelectList<unknown>> = NonNullable<List['row']>;

/** Columns of one table, for a select list: those named, with the table's alias before them where it has one. */
export function columns<Row, New, const Name extends keyof Row>(
  table: Table<Row, New>,
  names: readonly Name[],
  alias?: string,
): SelectList<Pick<Row, Name>> {
  const prefix = alias ? `${alias}.` : '';
  return raw(names.map((name) => prefix + table.columns[name].name).join(', '));
}

/** `json_build_object('eventId', event_id, …)`: instants come out of JSON as strings. */
export const asJson = <Row, New>(table: Table<Row, New>, names: readonly (keyof Row & string)[]): Sql =>
  raw(`json_build_object(${names.map((name) => `'${name}', ${table.columns[name].name}`).join(', ')})`);

/** All columns but these. */
export function columnsBut<Row, New, const Name extends keyof Row>(
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

/** `insert into events (title, …) values ($1, …)`; what is missing or null falls back to the column's default. */
export function insertInto<Row, New extends object>(table: Table<Row, New>, row: Insert<New>): Sql {
  const fields = Object.entries(row).filter(([, value]) => value !== undefined && value !== null);
  const list = raw(fields.map(([name]) => columnOf(table, name).name).join(', '));
  const values = fields.map(([name, value]) => valueFor(columnOf(table, name), value));
  return sql`insert into ${raw(table.name)} (${list}) values (${join(values)})`;
}

/**
 * One statement that inserts all of `rows`: an array a column. What they have in common is given once. Each column is a call
 * of `unnest` in the select list; in the `from` clause PostgreSQL would store the rows before it reads them.
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

/** Null where a column may be null, or falls back to its default. */
export type Clearable<Row> = { [Name in keyof Row]?: Row[Name] | null };

/** `title = $1, …`, for an update that writes these fields; null in a column that falls back is its default. */
export function assignments<Row, New>(table: Table<Row, New>, fields: Clearable<Row>): Sql {
  return join(
    Object.entries(fields).map(([name, value]) => {
      const column = columnOf(table, name);
      return sql`${raw(column.name)} = ${value === null && column.fallsBack ? raw('default') : valueFor(column, value)}`;
    }),
  );
}
