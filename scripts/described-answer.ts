import { nameOf, type OpenApi, type Operation, parametersOf, type Schema } from './openapi-document.ts';

/** What a method of both SDKs returns. */
export type DescribedAnswer =
  | { kind: 'data'; model: string }
  | { kind: 'list'; model: string; entries: string; entry: string; perPage: number }
  | { kind: 'text' | 'stream' | 'nothing' };

/** Lists that have more than one array, with the one that is the list. */
const ENTRIES: Record<string, string> = { WaitingList: 'entries', DoorBundle: 'tickets' };

export function answerOf(document: OpenApi, operation: Operation): DescribedAnswer {
  const contents = Object.entries(operation.responses).flatMap(([status, { content = {} }]) =>
    status.startsWith('2') ? [content] : [],
  );
  const kinds = new Set(contents.map((content) => JSON.stringify(content)));
  if (kinds.size > 1) throw new Error(`${operation.operationId} has several kinds of answers`);
  const [content = {}] = contents;
  if (content['text/event-stream']) return { kind: 'stream' };
  if (content['text/csv']) return { kind: 'text' };
  const schema = content['application/json']?.schema;
  if (!schema) return { kind: 'nothing' };
  const { data } = document.components.schemas[modelOf(schema)]?.properties ?? {};
  if (!data) throw new Error(`${modelOf(schema)} has no data`);
  const model = modelOf(data);
  const perPage = perPageOf(document, operation);
  return perPage === null ? { kind: 'data', model } : { kind: 'list', model, perPage, ...entriesOf(document, model) };
}

/** The most entries that a page of a list can have; null: the operation has no pages. */
function perPageOf({ components }: OpenApi, operation: Operation): number | null {
  const asked = parametersOf(operation, components).filter((parameter) => parameter.in === 'query');
  if (!asked.some(({ name }) => name === 'page')) return null;
  const { maximum } = asked.find(({ name }) => name === 'per_page')?.schema ?? {};
  if (maximum === undefined) throw new Error(`${operation.operationId} has pages without a largest per_page`);
  return maximum;
}

function entriesOf({ components }: OpenApi, model: string) {
  const arrays = Object.entries(components.schemas[model]?.properties ?? {}).filter(([, { type }]) => type === 'array');
  const entries = ENTRIES[model] ?? (arrays.length === 1 ? arrays[0]?.[0] : undefined);
  const items = arrays.find(([name]) => name === entries)?.[1].items;
  if (!entries || !items) throw new Error(`${model} has ${arrays.length} arrays: name the one that is the list`);
  return { entries, entry: modelOf(items) };
}

export function modelOf({ $ref }: Schema): string {
  if (!$ref) throw new Error('a body, an answer or an entry of a list has no name in the document');
  return nameOf($ref);
}
