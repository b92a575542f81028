import type { LogFn, Logger, LoggerOptions } from 'pino';
import { DatabaseUnavailable } from '../database/database.ts';

/** Often enough to see that it goes on; while it does, thousands of requests a second may say the same. */
const LINE_EVERY_MS = 10_000;

type LogMethod = NonNullable<NonNullable<LoggerOptions['hooks']>['logMethod']>;

/**
 * Whatever asks a database that is away fails with the same words. The first line of each reason is written as it comes;
 * those after it are counted, in one line every ten seconds, until ten seconds pass without any.
 * @param logger writes the counts, under no request's name; it is asked for when there are some
 */
export function logAbsenceOnce(logger: () => Logger): LogMethod {
  const leftOut = new Map<string, number>();

  function count(reason: string) {
    leftOut.set(reason, 0);
    const timer = setInterval(() => {
      const times = leftOut.get(reason) ?? 0;
      if (times > 0) {
        leftOut.set(reason, 0);
        logger().error({ reason, times }, 'the database is still away: so often in 10 s');
        return;
      }
      clearInterval(timer);
      leftOut.delete(reason);
      if (leftOut.size === 0) logger().info('the database is back: nobody found it away for 10 s');
    }, LINE_EVERY_MS);
    timer.unref();
  }

  return function logMethod(args: Parameters<LogFn>, method) {
    const { err: error } = Object(args[0]);
    if (!(error instanceof DatabaseUnavailable)) return method.apply(this, args);
    const { message: reason } = error;
    const times = leftOut.get(reason);
    if (times !== undefined) return leftOut.set(reason, times + 1);
    count(reason);
    method.apply(this, args);
  };
}
