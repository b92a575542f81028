import { setTimeout } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../platform/database/database.ts';
import { hasCitus } from '../platform/database/has-citus.ts';
import { consistencyChecked, invariantsBroken } from '../platform/metrics/service-metrics.ts';
import type { Task } from '../platform/work/periodic-tasks.ts';
import type { Clock } from '../values/clock.ts';
import { checkChanges } from './check-changes.ts';
import type { Finding } from './check-invariant.ts';
import type { Progress } from './progress.ts';
import { claimCheck, endCheckEarly, readLastCheck, saveCheck, saveProgress } from './queries.ts';
import { readInvariants } from './read-invariants.ts';

/** How soon an error in new data is found. */
const CHECK_EVERY_MS = 900_000;
/** How soon an instance continues an unfinished check of another one, and updates its metrics. */
const POLL_EVERY_MS = 60_000;
/** Well before the next check is due, so that two never run at once. */
const END_AFTER_MS = 600_000;
/**
 * After each statement a check pauses for this multiple of its duration, so it uses one connection for a fifth of the
 * time.
 */
export const PAUSE_PER_WORK = 4;
const RUSH_PAUSE_MS = 1_000;
const ROWS_LOGGED = 3;

interface WatchParts {
  db: Database;
  clock: Clock;
  /** Whether buyers or guests are queueing. */
  isRush(): boolean;
  /** Rejects when the signal is aborted. */
  pause?(ms: number, signal: AbortSignal): Promise<unknown>;
}

const sleep = (ms: number, signal: AbortSignal) => setTimeout(ms, null, { signal });

/**
 * The periodic consistency check, made by one instance of an installation at a time. Its results are two metrics and,
 * for violated invariants, one log line that names them with the ids of a few rows.
 */
export function consistencyTask({ db, clock, isRush, pause = sleep }: WatchParts, log: FastifyBaseLogger): Task {
  async function check(progress: Progress, { until, stopping }: { until: Date; stopping: AbortSignal }) {
    const now = clock.now();
    const ending = AbortSignal.any([stopping, AbortSignal.timeout(END_AFTER_MS)]);
    try {
      const findings = await checkChanges(db, await readInvariants(), progress, {
        now,
        number: Math.floor(now.getTime() / CHECK_EVERY_MS),
        async pauseAfter(tookMs) {
          await pause(tookMs * PAUSE_PER_WORK, ending);
          while (isRush()) await pause(RUSH_PAUSE_MS, ending);
        },
        async save(saved) {
          if (!(await saveProgress(db, until, saved)))
            throw new Error('another instance has claimed the consistency check');
        },
      });
      await saveCheck(db, until, { checkedAt: now, broken: findings.map(({ description }) => description) });
      if (findings.length > 0) report(findings, log);
    } catch (error) {
      if (!ending.aborted) throw error;
      await endCheckEarly(db, until, clock.now());
      stopping.throwIfAborted();
    }
  }

  async function run(stopping: AbortSignal) {
    // Its statements look up rows of several organizations one by one, which Citus cannot do.
    if (await hasCitus(db)) return;
    const now = clock.now();
    const until = new Date(now.getTime() + CHECK_EVERY_MS);
    const progress = await claimCheck(db, { now, until });
    if (progress) await check(progress, { until, stopping });
    const last = await readLastCheck(db);
    invariantsBroken.set(last?.broken.length ?? 0);
    consistencyChecked.set((last?.checkedAt?.getTime() ?? 0) / 1_000);
  }
  return { name: 'check consistency', everyMs: POLL_EVERY_MS, run };
}

function report(findings: Finding[], log: FastifyBaseLogger) {
  const violations = findings.map(({ description, rows }) => ({
    description,
    rows: rows.slice(0, ROWS_LOGGED).map(idsOf),
  }));
  log.error({ violations }, 'consistency check failed: run `npx takilya verify` for the rows');
}

const idsOf = (row: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(row).filter(([name]) => name === 'id' || name.endsWith('_id')));
