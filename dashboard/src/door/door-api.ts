import createClient from 'openapi-fetch';
import { reach } from '../api/client.ts';
import { Problem } from '../api/problem.ts';
import type { paths } from '../api/schema.ts';

/** The public API, with the secret of a door link, or with the session of the browser (null). */
export const doorApi = (secret: string | null) =>
  createClient<paths>({
    baseUrl: '/api/v1',
    headers: secret === null ? {} : { authorization: `Bearer ${secret}` },
    fetch: (request) => reach(() => fetch(request)),
  });

export type DoorApi = ReturnType<typeof doorApi>;

/** No answer, half of one, or a server that is too busy: the operation itself did not refuse. */
export const isUnreachable = (error: unknown) =>
  !(error instanceof Problem) || error.status === 0 || error.status === 429 || error.status >= 500;
