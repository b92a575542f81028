import {
  errorCodesOf,
  type Models,
  modelsIn,
  nameOf,
  type OpenApi,
  type Operation,
  operationsOf,
  parametersOf,
  type Schema,
  type Shared,
} from '../openapi-document.ts';
import { docstring, GENERATED, literal, pascalCase, pythonName } from './python.ts';
import { type Direction, inlineName, pythonType } from './types.ts';

/** Fields whose name would hide a type that annotations after them use. */
const HIDING = new Set(['list', 'dict', 'str', 'int', 'float', 'bool', 'date', 'datetime']);

interface Model {
  name: string;
  schema: Schema;
  direction: Direction;
  /** Its fields are the keyword arguments of a method: `from` is `from_`. */
  isArguments: boolean;
}

/** What `GET /x` takes in its query, as a model: `ListEventsQuery`. */
export const queryModelName = (operationId: string) => `${pascalCase(operationId)}Query`;

/** What a program receives as a webhook: `TicketPurchasedNotification`. */
const notificationName = (type: string) => `${pascalCase(type)}Notification`;

export function modelsFile(document: OpenApi): string {
  const { schemas } = document.components;
  const operations = operationsOf(document.paths).map(({ operation }) => operation);
  const bodies = operations.flatMap(({ requestBody }) => Object.values(requestBody?.content ?? {}));
  const direct = new Set(bodies.flatMap(({ schema }) => (schema?.$ref ? [nameOf(schema.$ref)] : [])));
  const sent = modelsOf(bodies, schemas);
  const answers = operations.flatMap(({ responses }) =>
    Object.values(responses).flatMap(({ content }) => Object.values(content ?? {})),
  );
  const read = modelsOf(answers, schemas);
  // The client unwraps answers, and raises errors.
  const wrappers = /Response$|^SubscriptionsUnavailable$/;

  const described = Object.entries(schemas).filter(([name]) => !wrappers.test(name));
  const isObject = ([, schema]: [string, Schema]) => Object.keys(schema.properties ?? {}).length > 0;
  const models: Model[] = described.filter(isObject).map(([name, schema]) => ({
    name,
    schema,
    direction: sent.has(name) && !read.has(name) ? 'sent' : 'read',
    isArguments: direct.has(name),
  }));
  const queries = operations.flatMap((operation) => queryModel(operation, document.components));
  const notifications = notificationModels(document);
  // Objects without a name of their own are added at the end while their owners are written.
  const all = [...models, ...queries, ...notifications];
  const classes: { name: string; code: string }[] = [];
  for (const model of all) classes.push(classOf(model, all));
  const aliases = described.filter((entry) => !isObject(entry)).map(aliasOf);
  aliases.push(
    alias('ErrorCode', literal(errorCodesOf(document)), 'A reason why a request failed. New ones may be added.'),
  );
  const union = alias(
    'Notification',
    `(\n    ${notifications.map(({ name }) => name).join('\n    | ')}\n)`,
    'What a webhook receives: `type` says which. New types may be added.',
  );

  const names = [...aliases, ...classes, union].map(({ name }) => name);
  const twice = names.filter((name, index) => names.indexOf(name) !== index);
  if (twice.length > 0) throw new Error(`Two models of the Python SDK have the name ${twice.join(', ')}`);
  return `${GENERATED}
"""What the API takes and answers, as typed dictionaries."""

import sys
from datetime import date, datetime
from typing import Any, Literal, TypeAlias

if sys.version_info >= (3, 11):
    from typing import NotRequired, TypedDict
else:
    # That of 3.10 takes every field for required.
    from typing_extensions import NotRequired, TypedDict

__all__ = [
${names
  .sort()
  .map((name) => `    "${name}",`)
  .join('\n')}
]

${aliases.map(({ code }) => code).join('\n\n')}


${classes.map(({ code }) => code).join('\n\n\n')}


${union.code}
`;
}

/** The names of all models that these contents need. */
const modelsOf = (contents: { schema?: Schema }[], models: Models): Set<string> =>
  new Set(contents.flatMap(({ schema }) => (schema ? [...modelsIn(schema, models)] : [])));

const alias = (name: string, type: string, description?: string) => ({
  name,
  code: `${name}: TypeAlias = ${type}${description ? `\n${docstring([description], '')}` : ''}`,
});

const aliasOf = ([name, schema]: [string, Schema]) => {
  const inline = () => {
    throw new Error(`${name} is an object inside another kind of schema`);
  };
  const refer = (model: string) => {
    throw new Error(`${name} is no object and refers to ${model}`);
  };
  return alias(name, pythonType(schema, { direction: 'read', name, inline, refer }), schema.description);
};

/** A query as a model. `page` and `per_page` are among its fields. */
function queryModel(operation: Operation, shared: Shared): Model[] {
  const query = parametersOf(operation, shared).filter((one) => one.in === 'query');
  if (query.length === 0) return [];
  const schema: Schema = {
    properties: Object.fromEntries(
      query.map(({ name, schema, description }) => [
        name,
        { ...schema, description: description ?? schema.description },
      ]),
    ),
    required: query.filter(({ required }) => required).map(({ name }) => name),
    description: 'Which entries, and how many of them at once.',
  };
  return [{ name: queryModelName(operation.operationId), schema, direction: 'sent', isArguments: true }];
}

const notificationModels = (document: OpenApi): Model[] =>
  operationsOf(document.webhooks).map(({ path, operation }) => {
    const schema = operation.requestBody?.content['application/json']?.schema;
    if (!schema?.properties) throw new Error(`The notification ${path} has no schema`);
    return {
      name: notificationName(path),
      schema: { ...schema, description: operation.summary },
      direction: 'read',
      isArguments: false,
    };
  });

/** A type with a model in it is a string, because the model may be defined further down. */
const later = (type: string) => (/\b(?!None|Any|Literal)[A-Z]/.test(type) && !type.includes('"') ? `"${type}"` : type);

function classOf({ name, schema, direction, isArguments }: Model, inlined: Model[]) {
  const { properties = {}, required = [], description } = schema;
  const fields = Object.entries(properties).map(([field, type]) => {
    const inline = (inner: string, of: Schema) =>
      inlined.push({ name: inner, schema: of, direction, isArguments: false });
    const place = { direction, name: inlineName(name, field), inline, refer: (model: string) => model };
    return {
      field: isArguments ? pythonName(field) : field,
      type: pythonType(type, place),
      required: required.includes(field),
      description: type.description,
    };
  });
  const typeOf = ({ type, required }: (typeof fields)[number]) =>
    required ? later(type) : `NotRequired[${later(type)}]`;
  // Only this form takes names that Python reserves.
  if (fields.some(({ field }) => pythonName(field) !== field || HIDING.has(field))) {
    const entries = fields.map((field) => `        "${field.field}": ${typeOf(field)},`).join('\n');
    const comment = description ? `\n${docstring([description], '')}` : '';
    return { name, code: `${name} = TypedDict(\n    "${name}",\n    {\n${entries}\n    },\n)${comment}` };
  }
  const lines = fields.flatMap((field) => [
    `    ${field.field}: ${typeOf(field)}`,
    ...(field.description ? [docstring([field.description], '    ')] : []),
  ]);
  const about = description ? `${docstring([description], '    ')}\n\n` : '';
  return { name, code: `class ${name}(TypedDict):\n${about}${lines.join('\n')}` };
}
