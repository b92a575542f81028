import type { FastifyBaseLogger } from 'fastify';
import { forgetOldLogIns } from './accounts/forget-old-log-ins.ts';
import { releaseAllOverdueHolds } from './checkouts/release-overdue-holds.ts';
import type { Config } from './config/config.ts';
import { completePastEvents } from './events/complete-past-events.ts';
import { forgetOldKeys } from './idempotency/queries.ts';
import type { PaymentProviders } from './payments/providers.ts';
import { sendRefunds } from './payments/send-refunds.ts';
import type { Database } from './platform/database/database.ts';
import { refreshStatistics } from './platform/database/postgres/refresh-statistics.ts';
import { taskDuration, taskFailures, taskLastSuccess } from './platform/metrics/counted.ts';
import { followPayments } from './sales/payment/follow-payments.ts';
import { markLapsedExpired } from './subscriptions/queries.ts';
import type { Clock } from './values/clock.ts';
import { endDeliveriesOfInactiveWebhooks } from './webhooks/delivery/queries.ts';

interface PeriodicParts {
  config: Config;
  db: Database;
  clock: Clock;
  providers: PaymentProviders;
  log: FastifyBaseLogger;
}

export interface Task {
  name: string;
  everyMs: number;
  /** May give up when the signal is aborted, by throwing its reason. */
  run(stopping: AbortSignal): Promise<unknown>;
}

/**
 * What time brings about. Nothing is wrong while a task is late: prices, holds and windows are judged by the clock when
 * they are asked for. Every task may run in several instances at once.
 */
export function periodicTasks({ config, db, clock, providers, log }: PeriodicParts): Task[] {
  const holdSeconds = config.checkoutHoldSeconds;
  return [
    {
      name: 'follow payments',
      everyMs: 1_000,
      run: () => followPayments(db, providers, { holdSeconds, now: clock.now(), log }),
    },
    { name: 'release overdue holds', everyMs: 1_000, run: () => releaseAllOverdueHolds(db, clock.now()) },
    { name: 'send refunds', everyMs: 1_000, run: () => sendRefunds(db, providers, clock, log) },
    { name: 'refresh statistics', everyMs: 1_000, run: () => refreshStatistics(db) },
    { name: 'complete past events', everyMs: 30_000, run: () => completePastEvents(db, clock.now()) },
    ...(config.subscriptionWrites
      ? [{ name: 'expire lapsed subscriptions', everyMs: 30_000, run: () => markLapsedExpired(db, clock.now()) }]
      : []),
    { name: 'end deliveries of inactive webhooks', everyMs: 60_000, run: () => endDeliveriesOfInactiveWebhooks(db) },
    { name: 'forget old idempotency keys', everyMs: 600_000, run: () => forgetOldKeys(db, clock.now()) },
    { name: 'forget what log-ins left', everyMs: 600_000, run: () => forgetOldLogIns(db, clock.now()) },
  ];
}

/** Runs each task now and then after every pause, never twice at once. @returns stops them, and waits for those under way */
export function startPeriodicTasks(tasks: Task[], log: FastifyBaseLogger): () => Promise<void> {
  const stopped = new AbortController();
  const loops = tasks.map(async ({ name, everyMs, run }) => {
    taskFailures.inc({ task: name }, 0);
    while (!stopped.signal.aborted) {
      const startedMs = performance.now();
      try {
        await run(stopped.signal);
        taskLastSuccess.setToCurrentTime({ task: name });
      } catch (error) {
        if (error !== stopped.signal.reason) {
          taskFailures.inc({ task: name });
          log.error({ err: error, task: name }, 'periodic task failed; it is tried again');
        }
      }
      taskDuration.set({ task: name }, (performance.now() - startedMs) / 1_000);
      await pause(everyMs, stopped.signal);
    }
  });
  return async () => {
    stopped.abort();
    await Promise.all(loops);
  };
}

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    // Stopped while the task ran: the event is over, and nobody would wake this pause.
    if (signal.aborted) return resolve();
    const timer = setTimeout(resolve, ms);
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        resolve();
      },
      { once: true },
    );
  });
