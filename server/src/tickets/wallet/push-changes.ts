import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../../platform/database/database.ts';
import { ClaimLoop } from '../../platform/work/claim-loop.ts';
import { doublingWaitMs } from '../../platform/work/doubling-wait.ts';
import type { Clock } from '../../values/clock.ts';
import { type ApplePush, PUSH_TIMEOUT_MS } from './apple-push.ts';
import { type ClaimedPush, claimDuePushes, deleteUnreachable, savePush } from './push-queries.ts';

const POLL_EVERY_MS = 2_000;
/** Time for a push and for saving its outcome. */
const LEASE_MS = PUSH_TIMEOUT_MS + 30_000;
/** Streams of one connection: Apple allows a thousand, and the passes are fetched from this server next. */
const MAX_IN_PROGRESS = 50;
const RETRY_WAITS = { firstMs: 30_000, longestMs: 3_600_000 };
/** Half a day. Until then a change of the evening's place has been told by e-mail. */
const MAX_TRIES = 18;

interface PushParts {
  db: Database;
  clock: Clock;
  /** Closed when the loop stops. */
  push: ApplePush;
  log: FastifyBaseLogger;
}

type Result = { isReachable: boolean } | { error: unknown };

/** Tells phones whose passes changed. A phone that removed its pass is forgotten. */
export function passPushing(parts: PushParts): ClaimLoop<ClaimedPush, Result> {
  const { db, push } = parts;
  return new ClaimLoop(
    {
      name: 'push changes of passes',
      pollEveryMs: POLL_EVERY_MS,
      leaseMs: LEASE_MS,
      maxInProgress: MAX_IN_PROGRESS,
      claim: (claim) => db.transaction((tx) => claimDuePushes(tx, claim)),
      run: ({ pushToken }) =>
        push.push(pushToken).then(
          (isReachable): Result => ({ isReachable }),
          (error): Result => ({ error }),
        ),
      settle: (pushed, result) => settle(parts, pushed, result),
      abort: () => push.close(),
    },
    parts,
  );
}

async function settle({ db, clock, log }: PushParts, pushed: ClaimedPush, result: Result): Promise<void> {
  if (!('error' in result)) return result.isReachable ? savePush(db, pushed, null) : deleteUnreachable(db, pushed);
  const isFinal = pushed.tries >= MAX_TRIES;
  const retryAt = isFinal ? null : new Date(clock.now().getTime() + doublingWaitMs(pushed.tries, RETRY_WAITS));
  const about = { err: result.error, registrationId: pushed.id, tries: pushed.tries };
  log.warn(about, isFinal ? 'push to a wallet was given up' : 'push to a wallet failed; trying again later');
  await savePush(db, pushed, retryAt);
}
