import type { FastifyBaseLogger } from 'fastify';
import { taskDuration, taskFailures, taskLastSuccess } from '../metrics/service-metrics.ts';
import { pause } from './pause.ts';
import { SeveralErrors } from './throw-errors.ts';

/** Errors logged of one run: a task of thousands of events may fail for each with the same reason. */
const MAX_LOGGED = 10;

export interface Task {
  name: string;
  everyMs: number;
  /** May stop early when the signal is aborted, by throwing its reason. */
  run(stopping: AbortSignal): Promise<unknown>;
}

/**
 * Runs each task now and again after every pause, never twice at once.
 * @returns stops them, and waits for running ones
 */
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
          const errors = error instanceof SeveralErrors ? error.errors : [error];
          for (const err of errors.slice(0, MAX_LOGGED))
            log.error({ err, task: name, errors: errors.length }, 'periodic task failed; trying again');
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
