import {
  type Content,
  errorCodesOf,
  type OpenApi,
  type Operation,
  operationsOf,
  type Parameter,
  parametersOf,
} from '../openapi-document.ts';
import { type Direction, type Documents, SchemaComparison } from './compare-schemas.ts';

/**
 * Compares today's OpenAPI document with the released one. What may be added: operations, answers' fields, optional
 * fields and parameters of requests, values that a request may have, and errors.
 *
 * @returns what breaks a client of the released one, sorted: `POST /checkouts, request: quantity: is required now`
 */
export function breakingChanges(documents: Documents): string[] {
  const operations = operationsOf(documents.released.paths).flatMap(({ path, method, operation }) => {
    const name = `${method} ${path}`;
    const today = documents.today.paths[path]?.[method.toLowerCase()];
    return today
      ? operationBreaks(documents, operation, today).map((words) => `${name}${words}`)
      : [`${name}: was removed`];
  });
  const notifications = operationsOf(documents.released.webhooks).flatMap(({ path: type, method, operation }) => {
    const today = documents.today.webhooks[type]?.[method.toLowerCase()];
    if (!today) return [`webhook ${type}: was removed`];
    const found = contentBreaks(documents, operation.requestBody?.content, today.requestBody?.content, 'answer');
    return found.map((words) => `webhook ${type}: ${words}`);
  });
  return [...operations, ...notifications, ...codeBreaks(documents)].sort();
}

function operationBreaks(documents: Documents, released: Operation, today: Operation): string[] {
  const renamed = released.operationId !== today.operationId;
  const body = contentBreaks(documents, released.requestBody?.content, today.requestBody?.content, 'request');
  const newBody = today.requestBody?.required && !released.requestBody?.required;
  return [
    // Generated clients name their methods so.
    ...(renamed ? [`: operationId is ${today.operationId} now`] : []),
    ...parameterBreaks(documents, released, today).map((words) => `, ${words}`),
    ...(newBody ? [', request: a body is required now'] : []),
    ...body.map((words) => `, request: ${words}`),
    ...answerBreaks(documents, released, today).map((words) => `, ${words}`),
  ];
}

/** Errors have one form in all operations; their codes are compared for the whole document. */
function answerBreaks(documents: Documents, released: Operation, today: Operation): string[] {
  const successes = Object.entries(released.responses).filter(([status]) => /^[23]/.test(status));
  const added = Object.keys(today.responses).filter((status) => /^[23]/.test(status) && !released.responses[status]);
  return [
    ...added.map((status) => `answer: may be ${status}`),
    ...successes.flatMap(([status, { content }]) => {
      const next = today.responses[status];
      if (!next) return [`answer ${status}: was removed`];
      return contentBreaks(documents, content, next.content, 'answer').map((words) => `answer ${status}: ${words}`);
    }),
  ];
}

function contentBreaks(
  documents: Documents,
  released: Content = {},
  today: Content = {},
  direction: Direction,
): string[] {
  return Object.entries(released).flatMap(([type, { schema }]) => {
    const next = today[type];
    if (!next) return [`${type} was removed`];
    if (!schema || !next.schema) return [];
    return new SchemaComparison(documents, direction).breaks(schema, next.schema);
  });
}

function parameterBreaks(documents: Documents, released: Operation, today: Operation): string[] {
  const before = byName(documents.released, released);
  const now = byName(documents.today, today);
  const removed = [...before.keys()].filter((name) => !now.has(name));
  const needed = [...now].filter(([name, { required }]) => required && !before.get(name)?.required);
  return [
    ...removed.map((name) => `${name}: was removed`),
    ...needed.map(([name]) => `${name}: is required now`),
    ...[...before].flatMap(([name, { schema }]) => {
      const next = now.get(name);
      if (!next) return [];
      const found = new SchemaComparison(documents, 'request').breaks(schema, next.schema);
      return found.map((words) => `${name}: ${words}`);
    }),
  ];
}

/** By place and name. The parts of a path have no other name that clients see. */
const byName = ({ components }: OpenApi, operation: Operation): Map<string, Parameter> =>
  new Map(parametersOf(operation, components).map((one) => [`${one.in} ${one.name}`, one]));

/** Programs test error codes, so one that is gone was renamed or has lost its meaning. */
function codeBreaks({ released, today }: Documents): string[] {
  const now = new Set(errorCodesOf(today));
  return errorCodesOf(released).flatMap((code) => (now.has(code) ? [] : `error code ${code}: was removed`));
}
