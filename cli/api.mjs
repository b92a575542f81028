import { Failure } from './command-line.mjs';

/** An answer takes this long at most, beside what a request waits for. */
const TIMEOUT_MS = 30_000;

/** A refusal of the API. */
export class ApiError extends Error {
  constructor(status, { message, code } = {}, retryAfterSeconds) {
    super(message ?? `the server answered ${status}`);
    this.status = status;
    this.code = code;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** No complete answer: the server is down, or cannot be reached. */
class NoAnswer extends Failure {}

/** Whether the same request may succeed later. */
export const isTemporary = (error) =>
  error instanceof NoAnswer || (error instanceof ApiError && (error.status >= 500 || error.status === 429));

/**
 * Sends a request. Redirects are not followed, so the key goes to no other server.
 * @param {{ url: string, key: string }} access
 * @throws {ApiError | NoAnswer}
 */
export async function request({ url, key }, method, path, { body, waitMs = 0, signal } = {}) {
  const timeout = AbortSignal.timeout(waitMs + TIMEOUT_MS);
  let response;
  let text;
  try {
    response = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, ...(body ? { 'content-type': 'application/json' } : {}) },
      redirect: 'manual',
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    text = await response.text();
  } catch (error) {
    throw new NoAnswer(`${url} does not answer (${reasonOf(error)})`);
  }
  const json = jsonOf(text);
  if (response.ok && (text === '' || json)) return json?.data;
  if (response.ok) throw new Failure(`${url}/api/v1 is not the API of Takilya: its answer is not JSON`);
  const error = typeof json?.error === 'object' ? json.error : { message: json?.error };
  throw new ApiError(response.status, error, Number(response.headers.get('retry-after')) || undefined);
}

export const get = (access, path, options) => request(access, 'GET', path, options);
export const post = (access, path, body) => request(access, 'POST', path, { body });

/** @returns undefined when the text is not JSON */
function jsonOf(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Of an error of `fetch`, in a few words. */
export const reasonOf = (error) => error.cause?.code ?? error.cause?.message ?? error.message;
