import type { Static, TObject, TProperties } from 'typebox';
import { camelCase } from '../../database/column-names.ts';

/*
 * On the wire a field is `start_datetime` and a string, in the code `startDatetime` and a Date. Fields that differ only
 * in this way are translated here, so that each is named once in its schema and once in its table.
 */

type CamelCase<Name> = Name extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest> & string>}`
  : Name;

/** The fields of a body under the code's names. */
export type Sent<Body> = { [Name in keyof Body as CamelCase<Name>]: Body[Name] };

/**
 * The fields of a body that its schema contains, under the code's names and with the values sent. A missing field was
 * not sent; null clears it. Fields outside the schema are dropped for every caller.
 */
export function sent<Body extends object>(schema: { properties: object }, body: Body): Sent<Body> {
  const fields: Record<string, unknown> = {};
  for (const name of Object.keys(schema.properties)) {
    const value = (body as Record<string, unknown>)[name];
    if (value !== undefined) fields[camelCase(name)] = value;
  }
  return fields as Sent<Body>;
}

/** The fields of an answer under the code's names; an instant may be a Date. */
type Row<Answer> = {
  [Name in keyof Answer as CamelCase<Name>]-?: string extends Answer[Name] ? Answer[Name] | Date : Answer[Name];
};

/**
 * The fields of a row that the schema contains, as an answer shows them: the inverse of `sent`. The row needs every
 * field of the schema; its other fields are dropped.
 */
export function shown<Properties extends TProperties>(
  schema: TObject<Properties>,
  row: Row<Static<TObject<Properties>>>,
): Static<TObject<Properties>> {
  const answer: Record<string, unknown> = {};
  for (const name of Object.keys(schema.properties)) {
    const value = (row as Record<string, unknown>)[camelCase(name)];
    answer[name] = value instanceof Date ? value.toISOString() : value;
  }
  return answer as Static<TObject<Properties>>;
}
