import { ErrorBody, REFUSALS, REFUSALS_OF_ALL } from '../envelope.ts';
import { headersOf, idempotencyKey } from './headers.ts';

/** Marks an operation that takes a body or none, until it is completed. */
export const BODY_OPTIONAL = 'x-body-optional';

/** The parts of a document that this file completes. */
interface Operation {
  [BODY_OPTIONAL]?: boolean;
  requestBody?: { content: object };
  parameters?: object[];
  responses: Record<string, Response>;
}
interface Response {
  description?: string;
  content?: Record<string, { schema?: { $ref?: string } }>;
}
export type Paths = Record<string, Record<string, Operation>>;

const ERROR = `#/components/schemas/${ErrorBody.title}`;
/** OpenAPI's `default`: errors that every operation may answer in addition to its own. */
const GENERAL = 'Failure';
const general = { $ref: `#/components/responses/${GENERAL}` };

/**
 * Adds what the routes do not declare: the Idempotency-Key of every POST, the errors that all operations share, and
 * which bodies may be left out.
 */
export const completeOperations = (paths: Paths): object =>
  Object.fromEntries(
    Object.entries(paths).map(([path, operations]) => [
      path,
      Object.fromEntries(
        Object.entries(operations).map(([method, operation]) => [method, completed(method, operation)]),
      ),
    ]),
  );

function completed(
  method: string,
  { parameters = [], [BODY_OPTIONAL]: isOptional, responses, ...operation }: Operation,
): object {
  const all = method === 'post' ? [...parameters, idempotencyKey] : parameters;
  const own = Object.entries(responses).flatMap(([status, response]) => {
    if (!isRefusal(response)) return [[status, response]];
    return status in REFUSALS_OF_ALL ? [] : [[status, referenceTo(status, response)]];
  });
  return {
    ...operation,
    ...(isOptional ? { requestBody: { content: operation.requestBody?.content } } : {}),
    ...(all.length > 0 ? { parameters: all } : {}),
    responses: {
      ...Object.fromEntries(own),
      // Tools that read the document expect at least one 4XX response.
      ...(own.some(([status]) => String(status).startsWith('4')) ? {} : { '4XX': general }),
      default: general,
    },
  };
}

const isRefusal = ({ content }: Response) => content?.['application/json']?.schema?.$ref === ERROR;

/** An operation may describe a status more specifically than the shared response. */
function referenceTo(status: string, { description }: Response) {
  const refusal = REFUSALS[Number(status)];
  if (!refusal) throw new Error(`the refusal ${status} has no name in envelope.ts`);
  const specific = description === undefined || description === refusal.meaning ? {} : { description };
  return { $ref: `#/components/responses/${refusal.name}`, ...specific };
}

const content = { 'application/json': { schema: { $ref: ERROR } } };

/** `components.responses` */
export const refusalResponses = {
  ...Object.fromEntries(
    Object.entries(REFUSALS).map(([status, { name, meaning }]) => [
      name,
      { description: meaning, headers: headersOf([status]), content },
    ]),
  ),
  [GENERAL]: {
    description: Object.entries(REFUSALS_OF_ALL)
      .map(([status, meaning]) => `- ${status}: ${meaning}`)
      .join('\n'),
    headers: headersOf(Object.keys(REFUSALS_OF_ALL)),
    content,
  },
};
