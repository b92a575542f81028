import { DATE_OR_TIME } from '../../server/src/platform/http/contract/fields.ts';
import { nameOf, type Schema } from '../openapi-document.ts';
import { literal, pascalCase } from './python.ts';

/** Whether a program sends or reads the value: sent times may be `datetime` objects. */
export type Direction = 'sent' | 'read';

/** Where objects without a name of their own are collected, under the name that they get. */
export type Inline = (name: string, schema: Schema) => void;

interface Place {
  direction: Direction;
  /** The name of an object that is described in place. */
  name: string;
  inline: Inline;
  /** How to write a reference, such as `models.Event`. */
  refer: (model: string) => string;
}

/** @throws Error for a schema without an equivalent here, so that no type is silently wrong */
export function pythonType(schema: Schema, place: Place): string {
  const { direction } = place;
  if (schema.$ref) return place.refer(nameOf(schema.$ref));
  if (schema.const !== undefined) return literal([schema.const]);
  if (schema.enum) return literal(schema.enum);
  if (schema.anyOf) return union(schema.anyOf.map((one) => pythonType(one, place)));
  if (schema.if && schema.else) return union([schema.else, schema.if].map((one) => pythonType(one, place)));
  if (Array.isArray(schema.type)) return union(schema.type.map((type) => pythonType({ ...schema, type }, place)));
  switch (schema.type) {
    case 'string':
      if (direction === 'sent' && schema.format === 'date-time') return 'str | datetime';
      // A datetime is a date, too.
      if (direction === 'sent' && (schema.format === 'date' || schema.description?.includes(DATE_OR_TIME)))
        return 'str | date';
      return 'str';
    case 'integer':
      return 'int';
    case 'number':
      return 'float';
    case 'boolean':
      return 'bool';
    case 'null':
      return 'None';
    case 'array':
      return `list[${schema.items ? pythonType(schema.items, place) : 'Any'}]`;
    case 'object':
      if (Object.keys(schema.properties ?? {}).length === 0) return 'dict[str, Any]';
      place.inline(place.name, schema);
      return place.refer(place.name);
    default:
      throw new Error(`The OpenAPI document has a type without a Python equivalent here: ${JSON.stringify(schema)}`);
  }
}

/** `None` last, as people write it. */
function union(types: string[]): string {
  const all = [...new Set(types.flatMap((type) => type.split(' | ')))];
  return [...all.filter((type) => type !== 'None'), ...all.filter((type) => type === 'None')].join(' | ');
}

export const inlineName = (model: string, field: string) => `${model}${pascalCase(field)}`;
