import { Agent, request } from 'undici';
import { isPublicAddress } from '../public-address.ts';
import { refusalOfTarget } from '../target-url.ts';
import { type Resolve, vettedLookup } from './vetted-lookup.ts';

/** The result of one attempt. */
export interface Answer {
  durationMs: number;
  status: number | null;
  /** Why there was no full answer; null when there was one, whatever it said. */
  error: string | null;
  /** Its first 1 KB. */
  responseStart: string | null;
  /** The header as it came. */
  retryAfter: string | null;
}

/** From the first packet of the connection to the last byte of the answer. */
export const TIMEOUT_MS = 15_000;
/** Unreachable hosts show themselves sooner; also what a name server may take. */
const CONNECT_TIMEOUT_MS = 5_000;
/** Longer than any answer to a webhook needs to be. What is beyond it is not read: the connection is cut. */
const MAX_READ_BYTES = 16_384;
/** The part that the organizer sees. */
const MAX_KEPT_BYTES = 1_024;
/** Most servers close after 5 s or later; a burst of a sale is then one connection for each delivery under way. */
const KEEP_ALIVE_MS = 4_000;
const MAX_ERROR_LENGTH = 200;
const USER_AGENT = 'Takilya/1 (webhooks)';

interface SenderOptions {
  allowPrivate: boolean;
  resolve: Resolve;
  /** Tests give their own. */
  ca?: string;
  timeoutMs?: number;
}

/**
 * Sends over TLS to public addresses (unless private ones are allowed), follows no redirect, keeps no cookie, uses no
 * proxy.
 */
export class Sender {
  readonly #agent: Agent;
  readonly #allowPrivate: boolean;
  readonly #timeoutMs: number;
  #closed = false;

  constructor({ allowPrivate, ca, resolve, timeoutMs = TIMEOUT_MS }: SenderOptions) {
    this.#allowPrivate = allowPrivate;
    this.#timeoutMs = timeoutMs;
    this.#agent = new Agent({
      allowH2: false,
      pipelining: 1,
      keepAliveTimeout: KEEP_ALIVE_MS,
      connect: {
        timeout: Math.min(CONNECT_TIMEOUT_MS, timeoutMs),
        ...(ca ? { ca } : {}),
        lookup: vettedLookup(allowPrivate ? () => true : isPublicAddress, resolve),
      },
    });
  }

  /** @returns the result of the attempt; undefined when the sender was closed meanwhile and the result is unknown */
  async send(url: string, headers: Record<string, string>, body: Buffer): Promise<Answer | undefined> {
    const startedMs = performance.now();
    const heard: Omit<Answer, 'durationMs' | 'error'> = { status: null, responseStart: null, retryAfter: null };
    let error: string | null = null;
    try {
      await this.#exchange(url, headers, body, heard);
    } catch (reason) {
      if (this.#closed) return undefined;
      error = wordsFor(reason, this.#timeoutMs);
    }
    return { durationMs: Math.round(performance.now() - startedMs), error, ...heard };
  }

  async #exchange(
    url: string,
    headers: Record<string, string>,
    body: Buffer,
    heard: Omit<Answer, 'durationMs' | 'error'>,
  ) {
    // An IP address in the URL needs no look-up, and a URL that was allowed at registration may be refused now.
    const refusal = refusalOfTarget(url, this.#allowPrivate);
    if (refusal) throw refusal;
    const response = await request(url, {
      dispatcher: this.#agent,
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': USER_AGENT, ...headers },
      body,
      signal: AbortSignal.timeout(this.#timeoutMs),
    });
    heard.status = response.statusCode;
    heard.retryAfter = [response.headers['retry-after']].flat()[0] ?? null;
    const chunks: Buffer[] = [];
    let bytes = 0;
    try {
      for await (const chunk of response.body as AsyncIterable<Buffer>) {
        chunks.push(chunk);
        bytes += chunk.length;
        if (bytes > MAX_READ_BYTES) break;
      }
    } finally {
      heard.responseStart = storable(Buffer.concat(chunks).subarray(0, MAX_KEPT_BYTES));
    }
  }

  /** Aborts the requests in progress. */
  async close() {
    this.#closed = true;
    await this.#agent.destroy();
  }
}

/** Whatever bytes came, as text that PostgreSQL takes. */
const storable = (bytes: Buffer): string => bytes.toString('utf8').replaceAll('\0', '\uFFFD');

function wordsFor(reason: unknown, timeoutMs: number): string {
  if (!(reason instanceof Error)) return String(reason);
  if (reason.name === 'TimeoutError') return `no full answer within ${timeoutMs / 1_000} s`;
  const { code } = reason as NodeJS.ErrnoException;
  // The code first: it is what an organizer can look up, and all there is when several addresses refused.
  const words = [code && !reason.message.includes(code) ? code : '', reason.message].filter(Boolean).join(': ');
  return words.slice(0, MAX_ERROR_LENGTH);
}
