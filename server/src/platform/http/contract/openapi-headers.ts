import { MAX_IDEMPOTENCY_KEY_LENGTH } from './fields.ts';

const text = { type: 'string' };
const count = { type: 'integer', minimum: 0 };

const headers = {
  'X-Request-Id': { description: "The caller's own, where it sent one; it is in the log.", schema: text },
  'RateLimit-Limit': { description: 'Requests in 60 seconds.', schema: count },
  'RateLimit-Remaining': { description: 'Of them, those that are left.', schema: count },
  'RateLimit-Reset': { description: 'Seconds until one more is allowed.', schema: count },
  'Retry-After': { description: 'Seconds after which another try is worth it.', schema: count },
  'Idempotent-Replayed': {
    description: '`true` on the first answer, given again to the same Idempotency-Key.',
    schema: text,
  },
};
type Name = keyof typeof headers;

const RATE_LIMIT: Name[] = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'];
/** Before anybody is counted: the key is not known, or the server is leaving. */
const NOT_COUNTED = ['401', '503'];
const WAIT = ['429', '503'];
/** Answers that are not remembered. */
const PASSING = ['401', '403', '429', '503'];

const idempotencyKey = {
  in: 'header',
  name: 'Idempotency-Key',
  description: 'The same request again within 24 hours gets the first answer, and nothing happens twice. Best a UUID.',
  schema: { type: 'string', minLength: 1, maxLength: MAX_IDEMPOTENCY_KEY_LENGTH },
};

/** As much of a document as is filled in here. */
interface Described {
  components?: object;
  paths?: Record<string, Record<string, Operation>>;
}
interface Operation {
  parameters?: object[];
  responses: Record<string, { headers?: object }>;
}

/** The document with the headers that hooks read and write, whatever the operation. */
export function withHeaders<Document extends Described>(document: Document): Document {
  const paths = Object.entries(document.paths ?? {}).map(([path, operations]) => [
    path,
    Object.fromEntries(Object.entries(operations).map(([method, operation]) => [method, described(method, operation)])),
  ]);
  return { ...document, components: { ...document.components, headers }, paths: Object.fromEntries(paths) };
}

function described(method: string, operation: Operation): Operation {
  const responses = Object.entries(operation.responses).map(([status, response]) => [
    status,
    { ...response, headers: Object.fromEntries(namesOf(method, status).map((name) => [name, reference(name)])) },
  ]);
  const { parameters = [] } = operation;
  return {
    ...operation,
    ...(method === 'post' ? { parameters: [...parameters, idempotencyKey] } : {}),
    responses: Object.fromEntries(responses),
  };
}

const namesOf = (method: string, status: string): Name[] => [
  'X-Request-Id',
  ...(NOT_COUNTED.includes(status) ? [] : RATE_LIMIT),
  ...(WAIT.includes(status) ? ['Retry-After' as const] : []),
  ...(method === 'post' && !PASSING.includes(status) ? ['Idempotent-Replayed' as const] : []),
];

const reference = (name: Name) => ({ $ref: `#/components/headers/${name}` });
