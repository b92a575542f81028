/** Receivers that went down together must not be called back together. */
const JITTER = 0.2;
/** The longest that a receiver may put us off: a slip of its configuration must not lose the delivery. */
const MAX_RETRY_AFTER_SECONDS = 86_400;

interface Failure {
  /** Tries so far, this one included. */
  attempts: number;
  retrySeconds: number[];
  /** The header as it came. */
  retryAfter: string | null;
  now: Date;
}

/**
 * When to try again, or null when the ladder is at its end. `Retry-After` can only put it off: a gateway in trouble
 * that
 * asks for one second again and again would otherwise use up three days of tries in ten seconds.
 */
export function nextAttempt(
  { attempts, retrySeconds, retryAfter, now }: Failure,
  random: () => number = Math.random,
): Date | null {
  const rung = retrySeconds[attempts - 1];
  if (rung === undefined) return null;
  const byLadder = rung * (1 + JITTER * (2 * random() - 1));
  const asked = Math.min(retryAfterSeconds(retryAfter, now) * (1 + JITTER * random()), MAX_RETRY_AFTER_SECONDS);
  return new Date(now.getTime() + Math.ceil(1_000 * Math.max(byLadder, asked)));
}

/** Seconds, or a date as HTTP writes it. 0 for none and for what cannot be read. */
function retryAfterSeconds(header: string | null, now: Date): number {
  if (header === null) return 0;
  if (/^\d+$/.test(header.trim())) return Number(header);
  const at = Date.parse(header);
  return Number.isNaN(at) ? 0 : Math.max(0, (at - now.getTime()) / 1_000);
}
