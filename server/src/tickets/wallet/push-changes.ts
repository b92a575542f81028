import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../../platform/database/database.ts';
import { walletPushes } from '../../platform/metrics/service-metrics.ts';
import { ClaimLoop } from '../../platform/work/claim-loop.ts';
import { doublingWaitMs } from '../../platform/work/doubling-wait.ts';
import { Round } from '../../platform/work/waiting-organizations.ts';
import type { Clock } from '../../values/clock.ts';
import { type ClaimedPush, claimDuePushes, deleteUnreachable, savePush } from './push-queries.ts';
import { PushRefused, type WalletService } from './wallet-service.ts';

const POLL_EVERY_MS = 2_000;
/** The longest push, with four requests to Google of 5 s each, and time to save its outcome. */
const LEASE_MS = 50_000;
const RETRY_WAITS = { firstMs: 30_000, longestMs: 3_600_000 };
/** Half a day. Until then a change of the evening's place has been told by e-mail. */
const MAX_TRIES = 18;

interface PushParts {
  db: Database;
  clock: Clock;
  /** Closed when the loop stops. */
  service: WalletService;
  log: FastifyBaseLogger;
}

type Result = { isReachable: boolean } | { error: unknown };

/**
 * Tells a wallet of passes that changed. Each wallet has a loop of its own: one that hangs does not delay the other.
 */
export function passPushing(parts: PushParts): ClaimLoop<ClaimedPush, Result> {
  const { db, service } = parts;
  const { wallet, maxInProgress } = service;
  const round = new Round();
  return new ClaimLoop(
    {
      name: `push changes to ${wallet} wallet`,
      pollEveryMs: POLL_EVERY_MS,
      leaseMs: LEASE_MS,
      maxInProgress,
      claim: (claim) => db.transaction((tx) => claimDuePushes(tx, wallet, claim, round)),
      run: (change) =>
        service.push(change).then(
          (isReachable): Result => ({ isReachable }),
          (error): Result => ({ error }),
        ),
      settle: (change, result) => settle(parts, change, result),
      abort: () => service.close(),
    },
    parts,
  );
}

async function settle({ db, clock, service, log }: PushParts, change: ClaimedPush, result: Result): Promise<void> {
  if (!('error' in result)) {
    walletPushes.inc({ result: 'told' });
    return result.isReachable ? savePush(db, change, null) : deleteUnreachable(db, change);
  }
  const isFinal = result.error instanceof PushRefused || change.tries >= MAX_TRIES;
  walletPushes.inc({ result: isFinal ? 'given_up' : 'pending' });
  const retryAt = isFinal ? null : new Date(clock.now().getTime() + doublingWaitMs(change.tries, RETRY_WAITS));
  const about = { err: result.error, wallet: service.wallet, registrationId: change.id, tries: change.tries };
  log.warn(about, isFinal ? 'push to a wallet was given up' : 'push to a wallet failed; trying again later');
  await savePush(db, change, retryAt);
}
