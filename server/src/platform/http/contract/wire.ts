import { camelCase } from '../../database/column-names.ts';

/*
 * On the wire a field is `start_datetime` and a string, in the code `startDatetime` and a Date. Fields that differ only
 * in this way are translated here, so that each is named once in its schema and once in its table.
 */

export type CamelCase<Name> = Name extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest> & string>}`
  : Name;

type SnakeCase<Name> = Name extends `${infer Letter}${infer Rest}`
  ? Letter extends Uppercase<Letter>
    ? Letter extends Lowercase<Letter>
      ? `${Letter}${SnakeCase<Rest>}`
      : `_${Lowercase<Letter>}${SnakeCase<Rest>}`
    : `${Letter}${SnakeCase<Rest>}`
  : Name;

/** The fields under their wire names, with instants as ISO 8601. */
export type Wire<Fields> = {
  [Name in keyof Fields as SnakeCase<Name>]: Fields[Name] extends Date | null
    ? string | Extract<Fields[Name], null>
    : Fields[Name];
};

const wireNames = new Map<string, string>();

function wireName(name: string): string {
  let found = wireNames.get(name);
  if (found === undefined) {
    found = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    wireNames.set(name, found);
  }
  return found;
}

/** These fields of `object` as a response shows them. */
export function wire<Fields extends object, const Name extends keyof Fields & string>(
  object: Fields,
  names: readonly Name[],
): Wire<Pick<Fields, Name>> {
  const shown: Record<string, unknown> = {};
  for (const name of names) {
    const value = object[name];
    shown[wireName(name)] = value instanceof Date ? value.toISOString() : value;
  }
  return shown as Wire<Pick<Fields, Name>>;
}

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
