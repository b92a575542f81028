import { SerializerSelector } from '@fastify/fast-json-stringify-compiler';
import type { FastifySerializerCompiler } from 'fastify';

type Serializer = ReturnType<FastifySerializerCompiler<unknown>>;

const compile = SerializerSelector()();
const compiled = new Map<string, Serializer>();

/** As Fastify does it, but a schema that many routes have, as those of refusals, is compiled once: half of building the app. */
export const compileSerializer: FastifySerializerCompiler<unknown> = ({ schema, method, url, httpStatus = '' }) => {
  const text = JSON.stringify(schema);
  const known = compiled.get(text);
  if (known) return known;
  const serializer = compile({ schema, method, url, httpStatus });
  compiled.set(text, serializer);
  return serializer;
};
