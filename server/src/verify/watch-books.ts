import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../platform/database/database.ts';
import { booksBroken, booksChecked } from '../platform/metrics/service-metrics.ts';
import type { Task } from '../platform/work/periodic-tasks.ts';
import type { Clock } from '../values/clock.ts';
import { verifyBooks } from './verify-books.ts';

/**
 * Books break by a mistake of ours or of whoever changes rows by hand, not by the minute. A check of 200,000 orders is
 * 10 s of work for the database: one part in ninety.
 */
const EVERY_MS = 900_000;

/**
 * The check that a server does by itself. What it finds is two figures of `/metrics` and, when a sentence is not true, a
 * line of the log that says which: never rows, which are for those who may read the database.
 */
export function watchBooks({ db, clock }: { db: Database; clock: Clock }, log: FastifyBaseLogger): Task {
  async function run(signal: AbortSignal) {
    const now = clock.now();
    const untrue = (await verifyBooks(db, now, { signal })).filter((finding) => finding.broken > 0);
    booksBroken.set(untrue.length);
    booksChecked.set(now.getTime() / 1_000);
    if (untrue.length === 0) return;
    const sentences = untrue.map(({ sentence, broken: rows }) => ({ sentence, rows }));
    log.error({ sentences }, 'the books are not true; npx takilya verify shows the rows');
  }
  return { name: 'check the books', everyMs: EVERY_MS, run };
}
