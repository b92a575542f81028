import {
  nameOf,
  type OpenApi,
  type Operation,
  type Parameter,
  parametersOf,
  type Schema,
} from '../openapi-document.ts';
import { queryModelName } from './models.ts';
import { methodName, pathArguments } from './names.ts';
import { docstring, literal, pythonName } from './python.ts';

/** What a method of the SDK is made of: the same for both clients. */
export interface Method {
  name: string;
  /** Its parameters after `self`, as Python writes them. */
  parameters: string[];
  /** Type of the synchronous client's answer; the other client awaits it. */
  answer: string;
  kind: 'request' | 'pages' | 'live';
  /** The arguments of `Request[answer](…)`. */
  request: string[];
  /** Only of pages: the type of an entry, and the field that has the entries. */
  entry?: { type: string; field: string };
  docstring: string;
}

/** Pages with several lists: this one has pages. */
const ENTRIES: Record<string, string> = { DoorBundle: 'tickets', WaitingList: 'entries' };

const JSON_TYPE = 'application/json';

export function methodOf(
  { path, method, operation }: { path: string; method: string; operation: Operation },
  { components }: OpenApi,
): Method {
  const { operationId, tags } = operation;
  const name = methodName(operationId, tags[0] ?? '');
  const given = parametersOf(operation, components);
  const query = given.filter((one) => one.in === 'query');
  const takesKey = given.some((one) => one.in === 'header' && one.name === 'Idempotency-Key');
  if ((method === 'POST') !== takesKey)
    throw new Error(`${operationId}: the client sends an Idempotency-Key with every POST, and with nothing else`);

  const pathNames = pathArguments(path);
  const bodyContent = operation.requestBody?.content ?? {};
  const bodySchema = bodyContent[JSON_TYPE]?.schema;
  const pictures = Object.keys(bodyContent).filter((type) => type !== JSON_TYPE);
  const fields = bodySchema ? modelOf(bodySchema) : query.length > 0 ? queryModelName(operationId) : undefined;
  if (bodySchema && query.length > 0) throw new Error(`${operationId} has a body and a query`);

  const keyword = [
    ...(pictures.length > 0 ? [`content_type: ${literal(pictures)}`] : []),
    ...(takesKey ? ['idempotency_key: str | None = None'] : []),
  ];
  const parameters = [
    ...pathNames.map((argument) => `${argument}: str`),
    ...(pathNames.length > 0 ? ['/'] : []),
    ...(pictures.length > 0 ? ['picture: bytes'] : []),
    ...(keyword.length > 0 ? ['*', ...keyword] : []),
    ...(fields ? [`**fields: Unpack[models.${fields}]`] : []),
  ];
  const answered = answerOf(operation, components.schemas);
  const paged = query.some((one) => one.name === 'page');
  const perPage = query.find((one) => one.name === 'per_page')?.schema.maximum;
  const request = [
    JSON.stringify(method),
    pathNames.length > 0
      ? `path(${[JSON.stringify(path.replaceAll(/\{\w+\}/g, '{}')), ...pathNames].join(', ')})`
      : JSON.stringify(path),
    ...(bodySchema ? ['body=fields'] : []),
    ...(query.length > 0 ? [`query=${paged ? `{"per_page": ${perPage}, **fields}` : 'fields'}`] : []),
    ...(pictures.length > 0 ? ['picture=(picture, content_type)'] : []),
    ...(takesKey ? ['idempotency_key=idempotency_key'] : []),
    ...(answered.reads === 'data' || answered.reads === 'events' ? [] : [`reads="${answered.reads}"`]),
  ];
  return {
    name,
    parameters,
    answer: answered.type,
    kind: answered.reads === 'events' ? 'live' : paged ? 'pages' : 'request',
    request,
    ...(paged ? { entry: entryOf(answered.type.replace('models.', ''), components.schemas) } : {}),
    docstring: describe(operation, fieldsOf(bodySchema, query, components.schemas)),
  };
}

/** What is under `data`, or the text of a CSV, or nothing. */
function answerOf({ operationId, responses }: Operation, schemas: Record<string, Schema>) {
  const success = Object.entries(responses).filter(([status]) => status.startsWith('2'));
  const types = new Set(
    success.map(([, { content = {} }]) => {
      const [type] = Object.keys(content);
      if (type === undefined) return 'None';
      return type === JSON_TYPE ? (content[type]?.schema?.$ref ?? '') : type;
    }),
  );
  const [type = 'None', other] = types;
  if (other !== undefined) throw new Error(`${operationId} has two kinds of answers: ${[...types].join(', ')}`);
  if (type === 'None') return { type, reads: 'nothing' };
  if (type === 'text/csv') return { type: 'str', reads: 'text' };
  if (type === 'text/event-stream') return { type: 'LiveEvent', reads: 'events' };
  const data = schemas[nameOf(type)]?.properties?.data?.$ref;
  if (!data) throw new Error(`${operationId} answers ${type}, which has no model under data`);
  return { type: `models.${nameOf(data)}`, reads: 'data' };
}

function modelOf({ $ref }: Schema): string {
  if (!$ref) throw new Error('A body has no model');
  return nameOf($ref);
}

/** The list among the fields of a page. */
function entryOf(page: string, schemas: Record<string, Schema>) {
  const lists = Object.entries(schemas[page]?.properties ?? {}).flatMap(([field, { items }]) =>
    items?.$ref ? [{ field, type: `models.${nameOf(items.$ref)}` }] : [],
  );
  const [only, ...others] = lists.filter(({ field }) => (ENTRIES[page] ?? field) === field);
  if (!only || others.length > 0) throw new Error(`${page}: which of its lists has pages?`);
  return only;
}

function fieldsOf(body: Schema | undefined, query: Parameter[], schemas: Record<string, Schema>) {
  if (!body)
    return query.map(({ name, required, description }) => ({ name, required: required === true, description }));
  const { properties = {}, required = [] } = schemas[modelOf(body)] ?? {};
  return Object.entries(properties).map(([name, { description }]) => ({
    name,
    required: required.includes(name),
    description,
  }));
}

function describe(operation: Operation, fields: { name: string; required: boolean; description?: string }[]): string {
  const listed = fields
    .filter(({ required, description }) => required || description)
    .map(({ name, required, description }) => {
      const marked = `${pythonName(name)}${required ? ' (required)' : ''}`;
      return `    ${marked}${description ? `: ${description.replaceAll('\n', ' ')}` : ''}`;
    });
  const codes = operation['x-error-codes'] ?? [];
  return docstring(
    [
      `${operation.summary}.`,
      operation.description,
      listed.length > 0 ? ['Fields:', ...listed].join('\n') : undefined,
      codes.length > 0 ? `Error codes: ${codes.join(', ')}.` : undefined,
    ],
    '        ',
  );
}

/** The resources in the order of the document, each with its methods. */
export function groupByTag<Item extends { operation: Operation }>(items: Item[], document: OpenApi) {
  const groups = document.tags.map(({ name, description }) => ({
    tag: name,
    description: description.split('\n')[0] ?? '',
    items: items.filter(({ operation }) => operation.tags[0] === name),
  }));
  const missing = items.filter(({ operation }) => !groups.some(({ tag }) => tag === operation.tags[0]));
  if (missing.length > 0) throw new Error(`${missing[0]?.operation.operationId} has a tag without a description`);
  return groups.filter(({ items }) => items.length > 0);
}
