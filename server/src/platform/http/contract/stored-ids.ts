import type { TSchema } from 'typebox';

interface Schema {
  format?: string;
  properties?: Record<string, TSchema>;
  items?: TSchema;
}

type Change = (value: unknown) => unknown;

const FORMATS = new Set(['uuid', 'uuids']);

const lowerCase: Change = (value) => (typeof value === 'string' ? value.toLowerCase() : value);

/**
 * Gives the ids of a valid value their stored spelling. UUIDs may be sent in upper case, as some languages write them;
 * operations compare ids as they are stored.
 * @returns changes objects and arrays in place; undefined: the schema names no id
 */
export function storedIds(schema: TSchema): Change | undefined {
  const { format = '', properties = {}, items } = schema as Schema;
  if (FORMATS.has(format)) return lowerCase;
  if (items) return ofItems(items);
  return ofFields(Object.entries(properties).map(([name, field]) => [name, storedIds(field)]));
}

function ofItems(schema: TSchema): Change | undefined {
  const change = storedIds(schema);
  return change && ((value) => (Array.isArray(value) ? value.map(change) : value));
}

function ofFields(fields: [string, Change | undefined][]): Change | undefined {
  const changes = fields.flatMap(([name, change]) => (change ? [{ name, change }] : []));
  if (changes.length === 0) return undefined;
  return (value) => {
    if (value === null || typeof value !== 'object') return value;
    const fieldsOf = value as Record<string, unknown>;
    for (const { name, change } of changes) if (name in fieldsOf) fieldsOf[name] = change(fieldsOf[name]);
    return value;
  };
}
