import type { FastifySchema, RouteOptions } from 'fastify';
import type { Declared } from '../../refusals/declare-refusals.ts';
import { requestRefusals } from '../../refusals/request-refusals.ts';
import { serviceRefusals } from '../../refusals/service-refusals.ts';
import { errorResponse } from './envelope.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What this operation refuses, beside what any request of the API can be refused for. */
    refusals?: readonly Declared[];
  }
}

/** What hooks and the schema of an operation refuse, whatever it does. */
export const COMMON_REFUSALS: readonly Declared[] = [
  ...Object.values(requestRefusals),
  ...Object.values(serviceRefusals),
];

export const codesOf = (refusals: readonly Declared[]): string[] => refusals.map(({ code }) => code);

/**
 * The schema of a route as the OpenAPI document shows it: with its codes, and a response for every status that they
 * have.
 */
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
