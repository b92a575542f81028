import { setTimeout as sleep } from 'node:timers/promises';
import type { Database, Statement, Tx } from '../../src/platform/database/database.ts';
import { aroundStatements } from './around-statements.ts';

/** How long one waits alone, in ms: the last transaction of a rush finds no other. */
const PATIENCE_MS = 1_000;

/**
 * A view of the database where a transaction waits after the current statement of `text` until another has read it too,
 * so that neither sees what the other is about to write. Left to chance, short transactions on a busy machine hardly
 * ever overlap. A text that a statement had is added to `met`.
 */
export function meetingAfter(db: Database, text: () => string | undefined, met: Set<string>): Database {
  let alone: PromiseWithResolvers<void> | undefined;
  async function meet() {
    if (alone) return alone.resolve();
    alone = Promise.withResolvers();
    await Promise.race([alone.promise, sleep(PATIENCE_MS)]);
    alone = undefined;
  }
  return aroundStatements(db, async <Row>(tx: Tx, statement: Statement) => {
    const rows = await tx.query<Row>(statement);
    const current = text();
    if (current && statement.text.includes(current)) {
      met.add(current);
      await meet();
    }
    return rows;
  });
}
