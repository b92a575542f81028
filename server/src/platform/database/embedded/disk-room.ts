import { statfsSync } from 'node:fs';
import { serviceRefusals } from '../../refusals/service-refusals.ts';

/**
 * PostgreSQL takes its write-ahead log 16 MB at a time. Refused one it gives itself up, which in WebAssembly is a call
 * that never returns. So nothing is begun unless there is room for two, and for what tables grow until the next look.
 */
const LEAST_FREE_BYTES = 64 * 2 ** 20;
/** What can be written meanwhile is a few megabytes; a look costs microseconds. */
const LOOK_EVERY_MS = 100;
const TRY_AGAIN_AFTER_SECONDS = 10;

/** Watches the room on the disk of a directory. `freeBytes` stands in for the disk in tests. */
export function diskRoom(directory: string, freeBytes = () => freeBytesOf(directory)) {
  let lookedAtMs = -Infinity;
  let isFull = false;

  /** To be called before anything is written. @throws Refusal disk_full */
  return function requireRoom(): void {
    const nowMs = performance.now();
    if (nowMs - lookedAtMs >= LOOK_EVERY_MS) {
      lookedAtMs = nowMs;
      isFull = freeBytes() < LEAST_FREE_BYTES;
    }
    if (isFull) throw serviceRefusals.disk_full({ retry_after_seconds: TRY_AGAIN_AFTER_SECONDS });
  };
}

function freeBytesOf(directory: string): number {
  const { bavail, bsize } = statfsSync(directory);
  return bavail * bsize;
}
