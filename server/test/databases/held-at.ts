import type { Database, Statement, Tx } from '../../src/platform/database/database.ts';
import { aroundStatements } from './around-statements.ts';

/** A view of the database that stops before or after this statement of a transaction until the test continues it. */
export function heldAt(db: Database, text: string, { when = 'before' }: { when?: 'before' | 'after' } = {}) {
  const [reached, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const stop = async () => {
    reached.resolve();
    await goOn.promise;
  };
  const held = aroundStatements(db, async <Row>(tx: Tx, statement: Statement) => {
    if (!statement.text.includes(text)) return tx.query<Row>(statement);
    if (when === 'before') await stop();
    const rows = await tx.query<Row>(statement);
    if (when === 'after') await stop();
    return rows;
  });
  return { held, reached: reached.promise, goOn: goOn.resolve };
}
