import { statfsSync } from 'node:fs';
import { serviceRefusals } from '../../refusals/service-refusals.ts';

/**
 * PostgreSQL allocates its write-ahead log in 16 MB files. If that fails it panics, and the process ends: see
 * `engine-on-a-thread.ts`. So no write begins without space for two such files and for the growth of tables until the
 * next check. A single write that needs more than this still ends the process.
 */
const MIN_FREE_BYTES = 64 * 2 ** 20;
/** A few megabytes can be written between two checks; a check takes microseconds. */
const CHECK_EVERY_MS = 100;
const RETRY_AFTER_SECONDS = 10;

/** Guards against a full disk. */
export function guardDiskSpace(directory: string) {
  let checkedAtMs = -Infinity;
  let isFull = false;

  /** Call before every write. @throws Refusal disk_full */
  return function requireFreeSpace(): void {
    const nowMs = performance.now();
    if (nowMs - checkedAtMs >= CHECK_EVERY_MS) {
      checkedAtMs = nowMs;
      isFull = freeBytesOf(directory) < MIN_FREE_BYTES;
    }
    if (isFull) throw serviceRefusals.disk_full({ retry_after_seconds: RETRY_AFTER_SECONDS });
  };
}

function freeBytesOf(directory: string): number {
  const { bavail, bsize } = statfsSync(directory);
  return bavail * bsize;
}
