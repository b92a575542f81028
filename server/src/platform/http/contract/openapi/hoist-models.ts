import { isDeepStrictEqual } from 'node:util';
import { isNamed, type Named } from '../models.ts';
import { type Json, mapObjects } from './map-objects.ts';

/**
 * Moves every named schema out of `described` and leaves a reference in its place.
 * @returns `described` with references, and the schemas by name
 * @throws Error when two different schemas have the same name
 */
export function hoistModels<Described>(described: Described) {
  const models = new Map<string, Json>();

  function referenceTo({ title, about, description, ...schema }: Json & Named): Json {
    const { nullable, ...bare } = withoutNull(schema);
    const model = { description: about, ...bare };
    const known = models.get(title);
    if (known && !isDeepStrictEqual(known, model)) throw new Error(`two different schemas are called ${title}`);
    models.set(title, model);
    const reference = { $ref: `#/components/schemas/${title}` };
    return {
      ...(nullable ? { anyOf: [reference, { type: 'null' }] } : reference),
      ...(description === undefined ? {} : { description }),
    };
  }

  const referring = mapObjects(described, (node) => (isNamed(node) ? referenceTo(node) : node));
  const inOrder = [...models].toSorted(([one], [other]) => (one < other ? -1 : 1));
  return { described: referring, schemas: Object.fromEntries(inOrder) };
}

/** Reverts `nullable()` of fields.ts: a model is the same whether or not a field allows null. */
function withoutNull(schema: Json): Json & { nullable: boolean } {
  const { type, enum: values, ...rest } = schema;
  if (!Array.isArray(type) || !type.includes('null')) return { nullable: false, ...schema };
  const types = type.filter((one) => one !== 'null');
  return {
    nullable: true,
    type: types.length > 1 ? types : types[0],
    ...(Array.isArray(values) ? { enum: values.filter((value) => value !== null) } : {}),
    ...rest,
  };
}
