import createClient from 'openapi-fetch';
import { Problem, problemOf } from './problem.ts';
import type { paths } from './schema.ts';

/** The public API with the session of the browser: nothing here that a program with a key could not do. */
export const api = createClient<paths>({
  baseUrl: '/api/v1',
  // Asked for anew each time, so that a test may put its own in place.
  fetch: (request) => reach(() => fetch(request)),
});

type Answer<Body> = { data?: Body; error?: unknown; response: Response };

/** @returns what is under `data` of a success @throws Problem */
export async function dataOf<Data>(asked: Promise<Answer<{ data: Data }>>): Promise<Data> {
  const { data, error, response } = await asked;
  if (!response.ok || data === undefined) throw problemOf(response.status, error);
  return data.data;
}

/** For what answers 204. @throws Problem */
export async function done(asked: Promise<Answer<unknown>>): Promise<void> {
  const { error, response } = await asked;
  if (!response.ok) throw problemOf(response.status, error);
}

/** Log-in, account and invitations: what needs no key and is no part of the API. @throws Problem */
export async function ask<Data>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) {
  const response = await reach(() =>
    fetch(`/dashboard/api${path}`, {
      method,
      headers: body === undefined ? {} : { 'content-type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
    }),
  );
  const answer: unknown = response.status === 204 ? undefined : await response.json().catch(() => undefined);
  if (!response.ok) throw problemOf(response.status, answer);
  return (answer as { data: Data } | undefined)?.data as Data;
}

/** @throws Problem with status 0 when nothing came back at all */
async function reach(asked: () => Promise<Response>): Promise<Response> {
  try {
    return await asked();
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new Problem({ status: 0, code: 'unreachable', message: 'The server cannot be reached' });
  }
}
