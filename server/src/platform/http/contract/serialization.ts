import { SerializerSelector } from '@fastify/fast-json-stringify-compiler';
import type { FastifySerializerCompiler } from 'fastify';

type Route = Parameters<FastifySerializerCompiler<unknown>>[0];
type Serializer = ReturnType<FastifySerializerCompiler<unknown>>;

const compile = SerializerSelector()();
const compiled = new Map<string, Serializer>();

/** With the first answer that needs it, as `compileValidator` and for its reason. */
export const compileSerializer: FastifySerializerCompiler<unknown> = (route) => {
  let serialize: Serializer | undefined;
  return (answer) => {
    serialize ??= serializerOf(route);
    return serialize(answer);
  };
};

/** One for all routes that have the same schema, as those of refusals. */
function serializerOf({ schema, method, url, httpStatus = '' }: Route): Serializer {
  const text = JSON.stringify(schema);
  const known = compiled.get(text);
  if (known) return known;
  const serializer = compile({ schema, method, url, httpStatus });
  compiled.set(text, serializer);
  return serializer;
}
