import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

const NANOSECONDS_PER_MS = 1e6;
/** A server at rest looks for work a few times a second. */
const QUIET_MS_A_SECOND = 150;
const QUIET_SECONDS = 4;

/**
 * Processor time of a process and of its children that run, such as PostgreSQL's sessions, in milliseconds: exact,
 * where /proc/…/stat counts in steps of ten. Linux only.
 */
export function processorMs(pid: number): number {
  return [pid, ...childrenOf(pid)].reduce((sum, each) => sum + ownMs(each), 0);
}

function ownMs(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`);
  const times = threads.map((thread) => Number(text(`/proc/${pid}/task/${thread}/schedstat`).split(' ')[0]));
  return times.reduce((sum, time) => sum + time, 0) / NANOSECONDS_PER_MS;
}

const childrenOf = (pid: number): number[] =>
  text(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean).map(Number);

/**
 * Resolves when the process has been at rest for some seconds: what it had to do in the background, such as mails, is
 * done.
 */
export async function quiet(pid: number): Promise<void> {
  for (let seconds = 0; seconds < QUIET_SECONDS; ) {
    const before = processorMs(pid);
    await pause(1_000);
    seconds = processorMs(pid) - before < QUIET_MS_A_SECOND ? seconds + 1 : 0;
  }
}

/** Empty for a thread or process that has ended meanwhile. */
function text(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}
