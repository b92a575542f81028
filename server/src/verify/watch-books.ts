import { setTimeout } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../platform/database/database.ts';
import { booksBroken, booksChecked } from '../platform/metrics/service-metrics.ts';
import type { Task } from '../platform/work/periodic-tasks.ts';
import type { Clock } from '../values/clock.ts';
import type { Finding } from './ask-invariant.ts';
import { checkChanges } from './check-changes.ts';
import type { Progress } from './progress.ts';
import { claimCheck, endCheckEarly, readLastCheck, saveCheck, saveProgress } from './queries.ts';

/** How soon a mistake in what is new is found. */
const EVERY_MS = 900_000;
/** How soon an instance goes on with a check that another one did not finish, and tells what it found. */
const LOOK_MS = 60_000;
/** Well before the next check is due, so that two never run at once. */
const END_AFTER_MS = 600_000;
/** A check uses one connection for a fifth of the time. */
export const REST_PER_WORK = 4;
const LET_PASS_MS = 1_000;
const ROWS_LOGGED = 3;

interface WatchParts {
  db: Database;
  clock: Clock;
  /** Buyers or guests are queueing. */
  isRush(): boolean;
  /** Rejects when the signal is aborted. */
  pause?(ms: number, signal: AbortSignal): Promise<unknown>;
}

const sleep = (ms: number, signal: AbortSignal) => setTimeout(ms, null, { signal });

/**
 * The check that the servers of an installation make by themselves, one of them at a time. What it finds is two figures
 * of
 * `/metrics` and, when a sentence is not true, a line of the log that names it, with the ids of a few rows.
 */
export function watchBooks({ db, clock, isRush, pause = sleep }: WatchParts, log: FastifyBaseLogger): Task {
  async function check(progress: Progress, { until, stopping }: { until: Date; stopping: AbortSignal }) {
    const now = clock.now();
    const ending = AbortSignal.any([stopping, AbortSignal.timeout(END_AFTER_MS)]);
    try {
      const findings = await checkChanges(db, progress, {
        now,
        number: Math.floor(now.getTime() / EVERY_MS),
        async rest(tookMs) {
          await pause(tookMs * REST_PER_WORK, ending);
          while (isRush()) await pause(LET_PASS_MS, ending);
        },
        async save(saved) {
          if (!(await saveProgress(db, until, saved))) throw new Error('another instance checks the books already');
        },
      });
      await saveCheck(db, until, { checkedAt: now, broken: findings.map(({ sentence }) => sentence) });
      if (findings.length > 0) report(findings, log);
    } catch (error) {
      if (!ending.aborted) throw error;
      await endCheckEarly(db, until, clock.now());
      stopping.throwIfAborted();
    }
  }

  async function run(stopping: AbortSignal) {
    const now = clock.now();
    const until = new Date(now.getTime() + EVERY_MS);
    const progress = await claimCheck(db, { now, until });
    if (progress) await check(progress, { until, stopping });
    const last = await readLastCheck(db);
    booksBroken.set(last?.broken.length ?? 0);
    booksChecked.set((last?.checkedAt?.getTime() ?? 0) / 1_000);
  }
  return { name: 'check the books', everyMs: LOOK_MS, run };
}

function report(findings: Finding[], log: FastifyBaseLogger) {
  const sentences = findings.map(({ sentence, rows }) => ({ sentence, rows: rows.slice(0, ROWS_LOGGED).map(idsOf) }));
  log.error({ sentences }, 'consistency check failed: run `npx takilya verify` for the rows');
}

const idsOf = (row: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(row).filter(([name]) => name === 'id' || name.endsWith('_id')));
