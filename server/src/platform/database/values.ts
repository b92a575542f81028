import { readArray, writeArray } from './array-literal.ts';

/*
 * Each driver would convert values in its own way (numeric as a string or a number, a string for a boolean column as
 * false, json twice). Instead, every value crosses as PostgreSQL's text and is converted by this table.
 */

/**
 * The text of a parameter, null for NULL. As with a literal, the column or a cast decides its type.
 * @throws TypeError for undefined (usually a misspelt property), functions, symbols and nested arrays; RangeError for
 * NaN, infinities and invalid dates
 */
export function parameterText(value: unknown): string | null {
  return Array.isArray(value) ? writeArray(value, itemText) : itemText(value);
}

function itemText(value: unknown): string | null {
  if (value === null) return null;
  if (typeof value === 'string') return value;
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new RangeError(`${value} is not a valid query parameter`);
    return String(value);
  }
  if (typeof value === 'boolean' || typeof value === 'bigint') return String(value);
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Uint8Array) return `\\x${Buffer.from(value).toString('hex')}`;
  if (typeof value === 'object' && !Array.isArray(value)) return JSON.stringify(value);
  throw new TypeError(
    `a query parameter is ${Array.isArray(value) ? 'an array in an array' : typeof value}; use null for NULL`,
  );
}

export type ColumnParser = (text: string) => unknown;

function safeNumber(text: string): number {
  const value = Number(text);
  if (Math.abs(value) > Number.MAX_SAFE_INTEGER)
    throw new RangeError(`${text} does not fit a JavaScript number exactly`);
  return value;
}

const DATE_LENGTH = '2026-11-20'.length;

/**
 * The session's time zone is UTC, so the text is ISO 8601 except for two characters. Parsed as printed, V8 would read
 * the year 0099 as 1999.
 */
function instant(text: string): Date {
  const isUsual = text[DATE_LENGTH] === ' ' && text.endsWith('+00');
  const value = new Date(isUsual ? `${text.slice(0, DATE_LENGTH)}T${text.slice(DATE_LENGTH + 1, -3)}Z` : Number.NaN);
  if (Number.isNaN(value.getTime())) throw new RangeError(`${text} does not fit a JavaScript Date`);
  return value;
}

const asText: ColumnParser = (text) => text;
const bool: ColumnParser = (text) => text === 't';
const bytes: ColumnParser = (text) => Buffer.from(text.slice(2), 'hex');
const json: ColumnParser = (text) => JSON.parse(text);

/** Type oid, oid of its array type, parser. The oids of built-in types are the same in every PostgreSQL release. */
const knownTypes: readonly (readonly [name: string, oid: number, arrayOid: number, parse: ColumnParser])[] = [
  ['bool', 16, 1000, bool],
  ['bytea', 17, 1001, bytes],
  ['char', 18, 1002, asText],
  ['name', 19, 1003, asText],
  ['int8', 20, 1016, safeNumber],
  ['int2', 21, 1005, Number],
  ['int4', 23, 1007, Number],
  ['text', 25, 1009, asText],
  ['oid', 26, 1028, Number],
  ['json', 114, 199, json],
  ['float4', 700, 1021, Number],
  ['float8', 701, 1022, Number],
  ['bpchar', 1042, 1014, asText],
  ['varchar', 1043, 1015, asText],
  ['date', 1082, 1182, asText],
  ['time', 1083, 1183, asText],
  ['timestamp', 1114, 1115, asText],
  ['timestamptz', 1184, 1185, instant],
  ['interval', 1186, 1187, asText],
  ['numeric', 1700, 1231, safeNumber],
  ['uuid', 2950, 2951, asText],
  ['jsonb', 3802, 3807, json],
];

const parserOf: ReadonlyMap<number, ColumnParser> = new Map(
  knownTypes.flatMap(([, oid, arrayOid, parse]): [number, ColumnParser][] => [
    [oid, parse],
    [arrayOid, (text) => readArray(text, parse)],
  ]),
);

/** The parser of a type. Values of unknown types stay PostgreSQL's text. */
export const columnParser = (oid: number): ColumnParser => parserOf.get(oid) ?? asText;
