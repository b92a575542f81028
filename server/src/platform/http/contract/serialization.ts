import { SerializerSelector } from '@fastify/fast-json-stringify-compiler';
import type { FastifySerializerCompiler } from 'fastify';

type Route = Parameters<FastifySerializerCompiler<unknown>>[0];
type Serializer = ReturnType<FastifySerializerCompiler<unknown>>;

const compile = SerializerSelector()();
const compiled = new Map<string, Serializer>();

/** Compiles a serializer with the first response that needs it, for the same reason as `compileValidator`. */
export const compileSerializer: FastifySerializerCompiler<unknown> = (route) => {
  let serialize: Serializer | undefined;
  return (response) => {
    serialize ??= serializerOf(route);
    return serialize(response);
  };
};

/** Routes with the same schema, such as that of errors, share one serializer. */
function serializerOf({ schema, method, url, httpStatus = '' }: Route): Serializer {
  const text = JSON.stringify(schema);
  const known = compiled.get(text);
  if (known) return known;
  const serializer = compile({ schema, method, url, httpStatus });
  compiled.set(text, serializer);
  return serializer;
}
