import createClient from 'openapi-fetch';
import type { paths as OwnPaths } from './own-schema.ts';
import { askForPassword } from './password-prompt.ts';
import { Problem, problemOf } from './problem.ts';
import type { paths } from './schema.ts';

/** The public API, with the session of the browser. The dashboard does nothing that a program with a key cannot do. */
export const api = createClient<paths>({
  baseUrl: '/api/v1',
  fetch: fetchWithProof,
});

/** Requests of the dashboard itself, which are not part of the API: log-in, account, invitations. */
export const own = createClient<OwnPaths>({
  baseUrl: '/dashboard/api',
  fetch: fetchWithProof,
});

type Answer<Body> = { data?: Body; error?: unknown; response: Response };

/** @returns `data` of a successful answer @throws Problem */
export async function dataOf<Data>(request: Promise<Answer<{ data: Data }>>): Promise<Data> {
  const { data, error, response } = await request;
  if (!response.ok || data === undefined) throw problemOf(response.status, error);
  return data.data;
}

/** For operations that answer 204. @throws Problem */
export async function done(request: Promise<Answer<unknown>>): Promise<void> {
  const { error, response } = await request;
  if (!response.ok) throw problemOf(response.status, error);
}

/** Sends a request. If it needs the password again, the user is asked for it, and the request is sent once more. */
async function fetchWithProof(request: Request): Promise<Response> {
  // `fetch` is looked up at each call, so that a test can replace it.
  const send = () => reach(() => fetch(request.clone()));
  const response = await send();
  if (response.status !== 403) return response;
  const { code } = problemOf(
    response.status,
    await response
      .clone()
      .json()
      .catch(() => undefined),
  );
  return code === 'password_needed' && (await askForPassword()) ? send() : response;
}

/** @throws Problem with status 0 when there was no answer at all */
export async function reach(send: () => Promise<Response>): Promise<Response> {
  try {
    return await send();
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new Problem({ status: 0, code: 'unreachable', message: 'The server cannot be reached' });
  }
}
