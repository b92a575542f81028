import {
  nameOf,
  type OpenApi,
  type Operation,
  operationsOf,
  type Parameter,
  parametersOf,
  type Schema,
} from '../openapi-document.ts';
import { methodOf, parameterOf, resourceOf } from './method-names.ts';

/** An operation of the document as a method of the SDK. */
export interface DescribedOperation {
  operationId: string;
  tag: string;
  resource: string;
  method: string;
  verb: string;
  path: string;
  summary: string;
  description: string;
  codes: string[];
  /** Parts of the path: their names in it and as parameters. */
  parts: { name: string; parameter: string; type: string }[];
  /** Whether it has a query, and whether something in it is required. */
  query: 'none' | 'optional' | 'required';
  input: { type: string; optional: boolean } | null;
  answer:
    | { kind: 'data'; model: string }
    | { kind: 'list'; model: string; entries: string; entry: string; perPage: number }
    | { kind: 'text' | 'stream' | 'nothing' };
}

/** Lists that have more than one array, with the one that is the list. */
const ENTRIES: Record<string, string> = { WaitingList: 'entries', DoorBundle: 'tickets' };

export const describedOperations = (document: OpenApi): DescribedOperation[] =>
  operationsOf(document.paths).map(({ path, method, operation }) => described(document, path, method, operation));

function described(document: OpenApi, path: string, verb: string, operation: Operation): DescribedOperation {
  const { operationId, summary, description = '', tags } = operation;
  const [tag] = tags;
  if (tag === undefined) throw new Error(`${verb} ${path} has no tag`);
  const parameters = parametersOf(operation, document.components);
  const asked = parameters.filter((parameter) => parameter.in === 'query');
  return {
    operationId,
    tag,
    resource: resourceOf(tag),
    method: methodOf(operationId, tag),
    verb,
    path,
    summary,
    description,
    codes: operation['x-error-codes'] ?? [],
    parts: parameters
      .filter((parameter) => parameter.in === 'path')
      .map(({ name, schema }) => ({
        name,
        parameter: parameterOf(path, name),
        type: schema.$ref ? modelOf(schema) : 'string',
      })),
    query: asked.length === 0 ? 'none' : asked.some(({ required }) => required) ? 'required' : 'optional',
    input: inputOf(operation),
    answer: answerOf(document, operation, perPageOf(path, asked)),
  };
}

function inputOf({ requestBody }: Operation): DescribedOperation['input'] {
  if (!requestBody) return null;
  const schema = requestBody.content['application/json']?.schema;
  const type = schema ? modelOf(schema) : 'Blob';
  return { type, optional: !requestBody.required };
}

/** The most entries that a page of a list can have; null: the operation has no pages. */
function perPageOf(path: string, asked: Parameter[]): number | null {
  if (!asked.some(({ name }) => name === 'page')) return null;
  const { maximum } = asked.find(({ name }) => name === 'per_page')?.schema ?? {};
  if (maximum === undefined) throw new Error(`${path} has pages without a largest per_page`);
  return maximum;
}

function answerOf(document: OpenApi, { responses }: Operation, perPage: number | null): DescribedOperation['answer'] {
  const success = Object.entries(responses).find(([status, { content }]) => status.startsWith('2') && content);
  const content = success?.[1].content ?? {};
  if (content['text/event-stream']) return { kind: 'stream' };
  if (content['text/csv']) return { kind: 'text' };
  const schema = content['application/json']?.schema;
  if (!schema) return { kind: 'nothing' };
  const { data } = document.components.schemas[modelOf(schema)]?.properties ?? {};
  if (!data) throw new Error(`${modelOf(schema)} has no data`);
  const model = modelOf(data);
  return perPage === null ? { kind: 'data', model } : { kind: 'list', model, perPage, ...entriesOf(document, model) };
}

function entriesOf({ components }: OpenApi, model: string) {
  const arrays = Object.entries(components.schemas[model]?.properties ?? {}).filter(([, { type }]) => type === 'array');
  const entries = ENTRIES[model] ?? (arrays.length === 1 ? arrays[0]?.[0] : undefined);
  const items = arrays.find(([name]) => name === entries)?.[1].items;
  if (!entries || !items) throw new Error(`${model} has ${arrays.length} arrays: name the one that is the list`);
  return { entries, entry: modelOf(items) };
}

function modelOf({ $ref }: Schema): string {
  if (!$ref) throw new Error('a body, an answer or an entry of a list has no name in the document');
  return nameOf($ref);
}
