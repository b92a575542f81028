import type { Agent } from 'undici';
import { isPublicAddress } from '../public-address.ts';
import { refusalOfTarget } from '../target-url.ts';
import { type Resolve, vettedLookup } from './vetted-lookup.ts';

/** The result of one attempt. */
export interface Answer {
  durationMs: number;
  status: number | null;
  /** Why there was no complete response; null when there was one, with any status. */
  error: string | null;
  /** The first 1 KB of the body. */
  responseStart: string | null;
  /** The header as received. */
  retryAfter: string | null;
}

/** From opening the connection to the last byte of the response. */
export const TIMEOUT_MS = 15_000;
/** Share of the timeout for connecting: 5 s are enough to detect an unreachable host, including the name look-up. */
const SHARE_TO_CONNECT = 1 / 3;
/** Longer than any useful response to a webhook. The rest is not read: the connection is closed. */
const MAX_READ_BYTES = 16_384;
/** The part that the organizer sees. */
const MAX_KEPT_BYTES = 1_024;
/**
 * Shorter than the 5 s after which most servers close. During a sale each delivery in progress reuses one connection.
 */
const KEEP_ALIVE_MS = 4_000;
const MAX_ERROR_LENGTH = 200;
const USER_AGENT = 'Takilya/1 (webhooks)';

interface SenderOptions {
  allowPrivate: boolean;
  resolve: Resolve;
  /** A certificate authority that tests trust. */
  ca?: string;
  timeoutMs?: number;
}

/**
 * Sends over TLS, to public addresses only unless private ones are allowed. Follows no redirects, keeps no cookies,
 * uses no proxy.
 */
export class Sender {
  readonly #allowPrivate: boolean;
  readonly #timeoutMs: number;
  readonly #agentOptions: Agent.Options;
  #agent: Agent | undefined;
  #closed = false;

  constructor({ allowPrivate, ca, resolve, timeoutMs = TIMEOUT_MS }: SenderOptions) {
    this.#allowPrivate = allowPrivate;
    this.#timeoutMs = timeoutMs;
    this.#agentOptions = {
      allowH2: false,
      pipelining: 1,
      keepAliveTimeout: KEEP_ALIVE_MS,
      connect: {
        timeout: timeoutMs * SHARE_TO_CONNECT,
        ...(ca ? { ca } : {}),
        lookup: vettedLookup(allowPrivate ? () => true : isPublicAddress, resolve),
      },
    };
  }

  /** @returns the result of the attempt; undefined when the sender was closed meanwhile and the result is unknown */
  async send(url: string, headers: Record<string, string>, body: Buffer): Promise<Answer | undefined> {
    const startedMs = performance.now();
    const response: Omit<Answer, 'durationMs' | 'error'> = { status: null, responseStart: null, retryAfter: null };
    let error: string | null = null;
    try {
      await this.#exchange(url, headers, body, response);
    } catch (reason) {
      if (this.#closed) return undefined;
      error = describeError(reason, this.#timeoutMs);
    }
    return { durationMs: Math.round(performance.now() - startedMs), error, ...response };
  }

  async #exchange(
    url: string,
    headers: Record<string, string>,
    body: Buffer,
    response: Omit<Answer, 'durationMs' | 'error'>,
  ) {
    // An IP address in the URL needs no look-up, and a URL that was allowed at registration may be refused now.
    const refusal = refusalOfTarget(url, this.#allowPrivate);
    if (refusal) throw refusal;
    // Loading it is a twentieth of a start, which has nothing to send.
    const { Agent, request } = await import('undici');
    if (this.#closed) throw new Error('the sender was closed');
    this.#agent ??= new Agent(this.#agentOptions);
    const received = await request(url, {
      dispatcher: this.#agent,
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': USER_AGENT, ...headers },
      body,
      signal: AbortSignal.timeout(this.#timeoutMs),
    });
    response.status = received.statusCode;
    response.retryAfter = [received.headers['retry-after']].flat()[0] ?? null;
    const chunks: Buffer[] = [];
    let bytes = 0;
    try {
      for await (const chunk of received.body as AsyncIterable<Buffer>) {
        chunks.push(chunk);
        bytes += chunk.length;
        if (bytes > MAX_READ_BYTES) break;
      }
    } finally {
      response.responseStart = storable(Buffer.concat(chunks).subarray(0, MAX_KEPT_BYTES));
    }
  }

  /** Aborts the requests in progress. */
  async close() {
    this.#closed = true;
    await this.#agent?.destroy();
  }
}

/** Converts any bytes to text that PostgreSQL accepts. */
const storable = (bytes: Buffer): string => bytes.toString('utf8').replaceAll('\0', '\uFFFD');

function describeError(reason: unknown, timeoutMs: number): string {
  if (!(reason instanceof Error)) return String(reason);
  if (reason.name === 'TimeoutError') return `no complete response within ${timeoutMs / 1_000} s`;
  const { code } = reason as NodeJS.ErrnoException;
  // The code comes first: organizers can look it up, and there is nothing else when several addresses refused.
  const words = [code && !reason.message.includes(code) ? code : '', reason.message].filter(Boolean).join(': ');
  return words.slice(0, MAX_ERROR_LENGTH);
}
