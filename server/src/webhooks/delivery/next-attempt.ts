/** Spreads the retries to receivers that failed together. */
const JITTER = 0.2;
/** The longest delay that a receiver may ask for: a mistake in its configuration must not lose the delivery. */
const MAX_RETRY_AFTER_SECONDS = 86_400;

interface Failure {
  /** Attempts so far, including this one. */
  attempts: number;
  retrySeconds: number[];
  /** The header as received. */
  retryAfter: string | null;
  now: Date;
}

/**
 * The time of the next attempt, or null at the end of the retry schedule. `Retry-After` can only delay it: otherwise a
 * failing gateway that keeps asking for one second would use up three days of attempts in ten seconds.
 */
export function nextAttempt(
  { attempts, retrySeconds, retryAfter, now }: Failure,
  random: () => number = Math.random,
): Date | null {
  const waitSeconds = retrySeconds[attempts - 1];
  if (waitSeconds === undefined) return null;
  const scheduled = waitSeconds * (1 + JITTER * (2 * random() - 1));
  const requested = Math.min(retryAfterSeconds(retryAfter, now) * (1 + JITTER * random()), MAX_RETRY_AFTER_SECONDS);
  return new Date(now.getTime() + Math.ceil(1_000 * Math.max(scheduled, requested)));
}

/** Parses seconds or an HTTP date. 0 when the header is missing or invalid. */
function retryAfterSeconds(header: string | null, now: Date): number {
  if (header === null) return 0;
  if (/^\d+$/.test(header.trim())) return Number(header);
  const at = Date.parse(header);
  return Number.isNaN(at) ? 0 : Math.max(0, (at - now.getTime()) / 1_000);
}
