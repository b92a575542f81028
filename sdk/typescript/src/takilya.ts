import { createApi, type Send } from './core/api.ts';
import { type RetrySettings, retrying } from './core/retrying.ts';
import { Resources } from './generated/resources.ts';
import type { paths } from './generated/schema.ts';

export interface TakilyaSettings extends RetrySettings {
  /** An API key: `svc_live_…`. Keep it on your server; a browser would reveal it. */
  apiKey: string;
  /**
   * The address of the installation, as in its setting `PUBLIC_URL`: `https://tickets.example`. That of its API is
   * taken, too.
   */
  baseUrl: string;
  /** Sends every try instead of the runtime's `fetch`. */
  fetch?: (request: Request) => Promise<Response>;
}

/** A client of one organization. It keeps no state: share it, or make as many as you like. */
export class Takilya extends Resources {
  constructor({ apiKey, baseUrl, fetch: sent, ...retries }: TakilyaSettings) {
    const send: Send = (request) => (sent ?? fetch)(request);
    super(
      createApi<paths>({
        baseUrl: `${baseUrl.replace(/(\/api\/v1)?\/*$/, '')}/api/v1`,
        headers: { authorization: `Bearer ${apiKey}` },
        send: retrying(send, retries),
      }),
    );
  }
}

export type { Answered, WithResponse } from './core/answered.ts';
export type { CallOptions } from './core/operation-types.ts';
export type { Pages } from './core/pages.ts';
export type { ApiErrors } from './generated/errors.ts';
export type * from './generated/models.ts';
export type * from './generated/notifications.ts';
export { TakilyaError } from './takilya-error.ts';
export { UnverifiedWebhook, verifyServiceSignature, verifyWebhook } from './webhooks.ts';
