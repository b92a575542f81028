import type { Send } from './api.ts';
import { errorOf, retryAfterOf } from './api-error.ts';
import { newKey } from './new-key.ts';

export interface RetrySettings {
  /** How often a request is sent again. Default: 4. */
  retries?: number | undefined;
  /** Longest time of one try, beside the `wait` of its query. Default: 30 seconds. */
  timeoutMs?: number | undefined;
  /**
   * Longest time from the first try to the last. A server that asks for a longer wait is not asked again. Default: 90
   * seconds, since the rate limit counts 60 seconds.
   */
  retryForMs?: number | undefined;
}

/** Where time and chance come from. */
export interface Surroundings {
  pause(ms: number, signal: AbortSignal): Promise<void>;
  random(): number;
}

/** Their waits last almost four seconds on average, in which a server restarts. */
const RETRIES = 4;
/** An answer takes milliseconds; a busy server queues a request for seconds. */
const TIMEOUT_MS = 30_000;
const RETRY_FOR_MS = 90_000;
/** The first wait is random up to here, and each further one up to twice as long. */
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 8_000;

const PASSING: ReadonlySet<number> = new Set([429, 502, 503, 504]);

/** What a try came to: an answer with the code of its error, or the error of the connection. */
type Outcome = { response: Response; code: string | undefined } | { error: unknown };

/**
 * Sends a request until it is answered, by the rule of docs/sdk-retries.md. A POST carries the same `Idempotency-Key`
 * in every try, so that the server does it once.
 */
export function retrying(send: Send, settings: RetrySettings, { pause, random }: Surroundings = real): Send {
  return async (asked, options) => {
    const request = withIdempotencyKey(asked);
    const { retries = settings.retries ?? RETRIES, timeoutMs = settings.timeoutMs ?? TIMEOUT_MS } = options;
    const endsAt = Date.now() + (settings.retryForMs ?? RETRY_FOR_MS);
    for (let failed = 0; ; failed++) {
      const outcome = await attempt(send, request.clone(), timeoutMs + waitAskedIn(request));
      const mayPass = failed < retries && !request.signal.aborted && isPassing(outcome);
      const waitMs = mayPass ? waitOf(outcome, failed, random) : Number.POSITIVE_INFINITY;
      if (Date.now() + waitMs < endsAt) await pause(waitMs, request.signal);
      else if ('error' in outcome) throw outcome.error;
      else return outcome.response;
    }
  };
}

/** The milliseconds for which the server is asked to wait before it answers that there is nothing. */
const waitAskedIn = ({ url }: Request) => (Number(new URL(url).searchParams.get('wait')) || 0) * 1000;

function withIdempotencyKey(request: Request): Request {
  if (request.method !== 'POST' || request.headers.has('idempotency-key')) return request;
  const headers = new Headers(request.headers);
  headers.set('idempotency-key', newKey());
  return new Request(request, { headers });
}

/** One try. The whole answer is read within the time, except a stream, which may stay open. */
async function attempt(send: Send, request: Request, timeoutMs: number): Promise<Outcome> {
  const late = new AbortController();
  const timer = setTimeout(
    () => late.abort(new DOMException('The server did not answer in time', 'TimeoutError')),
    timeoutMs,
  );
  try {
    const signal = AbortSignal.any([request.signal, late.signal]);
    const response = await send(new Request(request, { signal }), {});
    const { status, statusText, headers, ok } = response;
    if (headers.get('content-type')?.startsWith('text/event-stream')) return { response, code: undefined };
    const body = await response.arrayBuffer();
    return {
      response: new Response(body.byteLength === 0 ? null : body, { status, statusText, headers }),
      code: ok ? undefined : errorOf(response, new TextDecoder().decode(body)).code,
    };
  } catch (error) {
    return { error };
  } finally {
    clearTimeout(timer);
  }
}

/** Whether the same request may succeed a moment later, without being done twice. */
function isPassing(outcome: Outcome): boolean {
  if ('error' in outcome) return true;
  const { response, code } = outcome;
  // Our own try before, whose answer was lost, is still running.
  return code === 'idempotency_key_in_use' || (PASSING.has(response.status) && code !== 'not_available');
}

/** Full jitter: clients that failed together do not come back together. After what the server asks for, if it does. */
function waitOf(outcome: Outcome, failed: number, random: () => number): number {
  const jitter = random() * Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** failed);
  const asked = 'response' in outcome ? retryAfterOf(outcome.response.headers) : undefined;
  return (asked ?? 0) * 1000 + jitter;
}

const real: Surroundings = {
  random: Math.random,
  pause: (ms, signal) =>
    new Promise((resolve, reject) => {
      const stop = () => {
        clearTimeout(timer);
        reject(signal.reason);
      };
      const timer = setTimeout(() => {
        signal.removeEventListener('abort', stop);
        resolve();
      }, ms);
      signal.addEventListener('abort', stop, { once: true });
      if (signal.aborted) stop();
    }),
};
