import { answerOf, type DescribedAnswer, modelOf } from '../described-answer.ts';
import { type OpenApi, type Operation, type Parameter, parametersOf, type Schema } from '../openapi-document.ts';
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

const JSON_TYPE = 'application/json';

export function methodOf(
  { path, method, operation }: { path: string; method: string; operation: Operation },
  document: OpenApi,
): Method {
  const { components } = document;
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
  const answer = answerOf(document, operation);
  const request = [
    JSON.stringify(method),
    pathNames.length > 0
      ? `path(${[JSON.stringify(path.replaceAll(/\{\w+\}/g, '{}')), ...pathNames].join(', ')})`
      : JSON.stringify(path),
    ...(bodySchema ? ['body=fields'] : []),
    ...(query.length > 0
      ? [`query=${answer.kind === 'list' ? `{"per_page": ${answer.perPage}, **fields}` : 'fields'}`]
      : []),
    ...(pictures.length > 0 ? ['picture=(picture, content_type)'] : []),
    ...(takesKey ? ['idempotency_key=idempotency_key'] : []),
    ...(answer.kind === 'text' || answer.kind === 'nothing' ? [`reads="${answer.kind}"`] : []),
  ];
  return {
    name,
    parameters,
    answer: typeOf(answer),
    kind: answer.kind === 'stream' ? 'live' : answer.kind === 'list' ? 'pages' : 'request',
    request,
    ...(answer.kind === 'list' ? { entry: { type: `models.${answer.entry}`, field: answer.entries } } : {}),
    docstring: describe(operation, fieldsOf(bodySchema, query, components.schemas)),
  };
}

function typeOf(answer: DescribedAnswer): string {
  switch (answer.kind) {
    case 'data':
    case 'list':
      return `models.${answer.model}`;
    case 'text':
      return 'str';
    case 'stream':
      return 'LiveEvent';
    case 'nothing':
      return 'None';
  }
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
