import { type Answer, createApi, type Send } from '../../../sdk/typescript/src/core/api.ts';
import type { paths } from '../../../sdk/typescript/src/generated/schema.ts';
import { noteChange } from './events-changed.ts';
import type { paths as OwnPaths } from './own-schema.ts';
import { askForPassword } from './password-prompt.ts';
import { nameShown } from './shown-for.ts';

/** The public API, with the session of the browser. The dashboard does nothing that a program with a key cannot do. */
export const api = createApi<paths>({ baseUrl: '/api/v1', send: sendWithProof });

/** Requests of the dashboard itself, which are not part of the API: log-in, account, invitations. */
export const own = createApi<OwnPaths>({ baseUrl: '/dashboard/api', send: sendWithProof });

/**
 * The public API, with the secret of a door link, or with the session of the browser (null): then for this organization
 * alone, once it is known.
 */
export const doorApi = (secret: string | null, organizationId: () => string | undefined) =>
  createApi<paths>({
    baseUrl: '/api/v1',
    headers: secret === null ? {} : { authorization: `Bearer ${secret}` },
    send(request) {
      const id = secret === null ? organizationId() : undefined;
      if (id !== undefined) request.headers.set('x-shown-for', id);
      return fetch(request);
    },
  });

/** @returns `data` of a successful answer @throws Problem */
export const dataOf = async <Data>(request: Promise<Answer<{ data: Data }>>): Promise<Data> =>
  (await request).body.data;

/** Awaits an operation that answers 204. @throws Problem */
export async function done(request: Promise<unknown>): Promise<void> {
  await request;
}

/** Sends a request. If it needs the password again, the user is asked for it, and the request is sent once more. */
async function sendWithProof(request: Request): ReturnType<Send> {
  nameShown(request);
  const response = await sendNoted(request.clone());
  if (response.status !== 403) return response;
  const { error } = await response
    .clone()
    .json()
    .catch(() => ({}));
  return error?.code === 'password_needed' && (await askForPassword()) ? sendNoted(request) : response;
}

const sendNoted = (request: Request) => fetch(request).finally(() => noteChange(request));
