import { errorOf, unansweredOf, unexplained } from './api-error.ts';
import type { AnswerBody, CallArguments, CallOptions, Method, OperationOf, PathsWith } from './operation-types.ts';

/** Sends a request, once or more often. */
export type Send = (request: Request, options: CallOptions) => Promise<Response>;

export interface ApiSettings {
  /** With `/api/v1`, without a slash at the end. */
  baseUrl: string;
  headers?: Record<string, string>;
  send?: Send;
}

/** A successful answer. */
export interface Answer<Body> {
  body: Body;
  response: Response;
}

type Verb<Paths, Name extends Method> = <Path extends PathsWith<Paths, Name>>(
  path: Path,
  ...call: CallArguments<OperationOf<Paths, Path, Name>>
) => Promise<Answer<AnswerBody<OperationOf<Paths, Path, Name>>>>;

/** Requests by method and path, typed by the generated `paths`. Every failure is thrown as an `ApiError`. */
export interface Api<Paths> {
  GET: Verb<Paths, 'get'>;
  PUT: Verb<Paths, 'put'>;
  POST: Verb<Paths, 'post'>;
  DELETE: Verb<Paths, 'delete'>;
}

interface AnyCall extends CallOptions {
  params?: { path?: Record<string, unknown>; query?: Record<string, unknown> };
  body?: unknown;
}

/** By default `fetch` is looked up at each request, so that a test can replace it. */
const sendOnce: Send = (request) => fetch(request);

export function createApi<Paths extends object>({ baseUrl, headers = {}, send = sendOnce }: ApiSettings): Api<Paths> {
  const by =
    (method: string) =>
    async (path: string, call: AnyCall = {}): Promise<Answer<unknown>> => {
      const request = new Request(baseUrl + addressOf(path, call), {
        method,
        headers: { ...headers, ...headersOf(call) },
        ...(call.body === undefined ? {} : { body: call.body instanceof Blob ? call.body : JSON.stringify(call.body) }),
        ...(call.signal ? { signal: call.signal } : {}),
      });
      try {
        return await read(await send(request, call));
      } catch (error) {
        throw unansweredOf(error, request.signal);
      }
    };
  return { GET: by('GET'), PUT: by('PUT'), POST: by('POST'), DELETE: by('DELETE') } as Api<Paths>;
}

function addressOf(path: string, { params: { path: parts = {}, query = {} } = {} }: AnyCall): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name) => {
    // Without it the request would be another one: `/events/` is the list.
    if (!parts[name]) throw new TypeError(`${name} of ${path} must not be empty`);
    return encodeURIComponent(String(parts[name]));
  });
  const asked = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  const words = new URLSearchParams(asked.map(([name, value]) => [name, String(value)])).toString();
  return words === '' ? filled : `${filled}?${words}`;
}

/** A picture says its own type. */
const headersOf = ({ body, idempotencyKey }: AnyCall): Record<string, string> => ({
  ...(body === undefined || body instanceof Blob ? {} : { 'content-type': 'application/json' }),
  ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
});

/** JSON is parsed, a stream is handed on, anything else is text. @throws ApiError */
async function read(response: Response): Promise<Answer<unknown>> {
  if (!response.ok) throw errorOf(response, await response.text());
  const type = response.headers.get('content-type') ?? '';
  if (type.startsWith('text/event-stream')) return { body: response.body, response };
  const text = await response.text();
  if (response.status === 204 || text === '') return { body: undefined, response };
  if (!type.startsWith('application/json')) return { body: text, response };
  try {
    return { body: JSON.parse(text), response };
  } catch (cause) {
    throw unexplained(response, 'The answer is not JSON', cause);
  }
}
