import { type Static, type TSchema, Type } from 'typebox';
import { Value } from 'typebox/value';
import { pause } from '../platform/work/pause.ts';
import { readLimited } from '../platform/work/read-limited.ts';
import { whyNoAnswer } from '../platform/work/why-no-answer.ts';
import { jsonIn } from '../values/json-in.ts';
import { ProviderError } from './provider-errors.ts';

/** A buyer waits on an empty page while a session is created. A slower provider counts as unavailable. */
const TIMEOUT_MS = 10_000;
/** The largest expected answer, a session with its payments, is a few KB. */
const MAX_ANSWER_BYTES = 1_048_576;
/** Pauses before a read is retried. Reads change nothing, and a brief failure should not show on a page. */
const READ_AGAIN_AFTER_MS = [100, 400];
const USER_AGENT = 'Takilya/1 (payments)';

/** A field of an answer that may be null. */
export const orNull = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);

/** How to reach a provider. */
export interface ProviderServer {
  /** Without a trailing slash. */
  baseUrl: string;
  timeoutMs?: number;
  /** See READ_AGAIN_AFTER_MS. */
  readAgainAfterMs?: readonly number[];
  /** Aborts requests in progress; their outcome is then unknown. */
  stopped?: AbortSignal;
}

export interface ClientOptions extends ProviderServer {
  /** The provider's name in messages. */
  name: string;
  /** The code and the explanation in an error of this provider. */
  errorIn(answer: unknown): { code: string | null; detail: string | null };
}

interface Exchange {
  method: 'GET' | 'POST';
  path: string;
  secretKey: string;
  body?: object;
  headers?: Record<string, string>;
}

export type ProviderClient = ReturnType<typeof providerClient>;

/**
 * JSON over HTTP with a secret key as the user name of Basic authentication. Follows no redirects, limits the time and
 * the size of an answer, and checks it against the provider's documentation. Retries reads within that time. Never
 * retries anything else: only the caller knows whether that is safe.
 */
export function providerClient(options: ClientOptions) {
  const { name, timeoutMs = TIMEOUT_MS, readAgainAfterMs = READ_AGAIN_AFTER_MS, stopped } = options;
  const deadline = () => AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(stopped ? [stopped] : [])]);

  async function checked<Schema extends TSchema>(
    schema: Schema,
    exchange: Exchange,
    signal: AbortSignal,
  ): Promise<Static<Schema>> {
    const answer = await ask(options, exchange, signal);
    if (Value.Check(schema, answer)) return answer as Static<Schema>;
    const [first] = Value.Errors(schema, answer);
    throw new ProviderError(`${name} answered ${callOf(exchange)} with unexpected JSON: ${first?.instancePath}`, {
      status: null,
    });
  }

  return {
    async get<Schema extends TSchema>(schema: Schema, exchange: Omit<Exchange, 'method' | 'body'>) {
      const read: Exchange = { ...exchange, method: 'GET' };
      const signal = deadline();
      for (const pauseMs of readAgainAfterMs) {
        try {
          return await checked(schema, read, signal);
        } catch (error) {
          if (!(error instanceof ProviderError) || error.refused || signal.aborted) throw error;
        }
        await pause(pauseMs, signal);
      }
      return checked(schema, read, signal);
    },

    post: <Schema extends TSchema>(schema: Schema, exchange: Omit<Exchange, 'method'>) =>
      checked(schema, { ...exchange, method: 'POST' }, deadline()),
  };
}

async function ask(
  { name, baseUrl, errorIn }: ClientOptions,
  exchange: Exchange,
  signal: AbortSignal,
): Promise<unknown> {
  const { method, path, secretKey, body } = exchange;
  let status: number;
  let text: string;
  try {
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      redirect: 'manual',
      signal,
      headers: {
        accept: 'application/json',
        authorization: `Basic ${Buffer.from(`${secretKey}:`).toString('base64')}`,
        'user-agent': USER_AGENT,
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...exchange.headers,
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    status = response.status;
    text = await readLimited(response, MAX_ANSWER_BYTES);
  } catch (error) {
    const reason = whyNoAnswer(error, signal);
    throw new ProviderError(`${name} did not answer ${callOf(exchange)}: ${reason}`, { status: null });
  }
  const answer = jsonIn(text);
  if (status >= 200 && status < 300 && answer !== undefined) return answer;
  const { code, detail } = errorIn(answer);
  const said = [status, code].filter((word) => word !== null).join(' ');
  // A success without JSON may have worked, and a redirect is no answer: the outcome is unknown.
  throw new ProviderError(`${name} answered ${callOf(exchange)} with ${said}`, {
    status: status < 400 ? null : status,
    detail,
    isRead: method === 'GET',
  });
}

/** The call as messages name it; without the query, which may hold more than ids. */
const callOf = ({ method, path }: Exchange) => `${method} ${path.replace(/\?.*/, '')}`;
