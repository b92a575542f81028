import type { Model } from '../../api/models.ts';

type Counted = Pick<Model<'Message'>, 'status' | 'waiting' | 'send_at'>;

/** While mails are on their way, the counts move. */
const MOVING_MS = 3_000;
/** A timer that is set for more than 24 days would fire at once. */
const MOST_MS = 60_000;

/** In how many milliseconds the messages are to be read again: a scheduled one when it is due; false: never. */
export function lookAgainIn(messages: readonly Counted[], now: Date): number | false {
  const waits = messages.flatMap(({ status, waiting, send_at: at }) => {
    if (status === 'sending' || waiting > 0) return [MOVING_MS];
    return status === 'scheduled' ? [Date.parse(at) - now.getTime()] : [];
  });
  return waits.length > 0 && Math.min(MOST_MS, Math.max(MOVING_MS, Math.min(...waits)));
}
