import { Failure } from './command-line.mjs';

/** An answer takes this long at most, beside what a request waits for. */
const TIMEOUT_MS = 30_000;

/** A refusal of the API. */
export class ApiError extends Error {
  constructor(status, { message, code }, retryAfterSeconds) {
    super(message);
    this.status = status;
    this.code = code;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** No answer of Takilya: the server is down or cannot be reached, or another one answers in its place. */
class NoAnswer extends Failure {
  constructor(message, retryAfterSeconds) {
    super(message);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

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
  if (response.status === 204) return undefined;
  const json = jsonOf(text);
  if (response.ok && json?.data !== undefined) return json.data;
  if (response.ok) throw new NoAnswer(`${url}/api/v1 is not the API of Takilya: its answer has no data`);
  throw errorOf(url, response, json?.error);
}

/** Platforms and proxies put a code under `error`, too; ours say the status, or are a plain sentence with 503. */
function errorOf(url, { status, headers }, error) {
  const retryAfterSeconds = Number(headers.get('retry-after')) || undefined;
  if (error?.status === status && error.code && error.message) return new ApiError(status, error, retryAfterSeconds);
  if (status === 503 && typeof error === 'string') return new ApiError(status, { message: error }, retryAfterSeconds);
  return new NoAnswer(`${url} answered ${status} without an error of Takilya`, retryAfterSeconds);
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

/** The reason of an error of `fetch`, in a few words. */
export const reasonOf = (error) => error.cause?.code ?? error.cause?.message ?? error.message;
