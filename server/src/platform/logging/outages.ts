import type { LogFn, Logger, LoggerOptions } from 'pino';
import { DatabaseUnavailable } from '../database/database.ts';
import { serviceRefusals } from '../refusals/service-refusals.ts';

/** Often enough to see that the outage lasts; thousands of requests a second may fail in the same way. */
const LINE_EVERY_MS = 10_000;

type LogMethod = NonNullable<NonNullable<LoggerOptions['hooks']>['logMethod']>;

/**
 * Limits log lines while the database is unavailable, or its disk is full, because every request fails with the same
 * reason. The first line of each reason is written at once. Later ones are counted in one line every ten seconds, until
 * ten seconds pass without any.
 * @param logger writes the counts outside of any request; called when there are some
 */
export function summarizeOutages(logger: () => Logger): LogMethod {
  const suppressed = new Map<string, number>();

  function count(reason: string) {
    suppressed.set(reason, 0);
    const timer = setInterval(() => {
      const times = suppressed.get(reason) ?? 0;
      if (times > 0) {
        suppressed.set(reason, 0);
        logger().error({ reason, times }, `database unavailable: ${times} failures in 10 s`);
        return;
      }
      clearInterval(timer);
      suppressed.delete(reason);
      if (suppressed.size === 0) logger().info('database available again: no failures for 10 s');
    }, LINE_EVERY_MS);
    timer.unref();
  }

  return function logMethod(args: Parameters<LogFn>, method) {
    const { err: error } = Object(args[0]);
    if (!(error instanceof DatabaseUnavailable || serviceRefusals.disk_full.is(error))) return method.apply(this, args);
    const { message: reason } = error;
    const times = suppressed.get(reason);
    if (times !== undefined) return suppressed.set(reason, times + 1);
    count(reason);
    method.apply(this, args);
  };
}
