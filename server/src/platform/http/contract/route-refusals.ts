import type { FastifySchema, RouteOptions } from 'fastify';
import type { Declared } from '../../refusals/declare-refusals.ts';
import { requestRefusals } from '../../refusals/request-refusals.ts';
import { serviceRefusals } from '../../refusals/service-refusals.ts';
import { errorResponse } from './envelope.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Refusals of this operation, in addition to those of every API request. */
    refusals?: readonly Declared[];
  }
}

/** Refusals by hooks and schemas, independent of the operation. */
export const COMMON_REFUSALS: readonly Declared[] = [
  ...Object.values(requestRefusals),
  ...Object.values(serviceRefusals),
];

export const codesOf = (refusals: readonly Declared[]): string[] => refusals.map(({ code }) => code);

/** The schema of a route for the OpenAPI document: with its error codes, and a response for each of their statuses. */
export function withRefusals(schema: FastifySchema = {}, { method, config }: RouteOptions): FastifySchema {
  const refusals = config?.refusals ?? [];
  const isChecked = method !== 'GET' || schema.params || schema.querystring;
  const statuses = [
    ...refusals.map(({ declaration }) => declaration.status),
    ...(isChecked ? [400] : []),
    ...(method === 'POST' ? [409] : []),
  ];
  return {
    ...schema,
    response: {
      ...Object.fromEntries(statuses.map((status) => [status, errorResponse(status)])),
      ...(schema.response as object),
    },
    ...(refusals.length > 0 ? { 'x-error-codes': codesOf(refusals) } : {}),
  };
}
