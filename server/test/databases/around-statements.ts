import type { Database, Statement, Tx } from '../../src/platform/database/database.ts';

/** A view of the database where `run` runs each statement of a transaction. */
export const aroundStatements = (
  db: Database,
  run: <Row>(tx: Tx, statement: Statement) => Promise<Row[]>,
): Database => ({
  ...db,
  transaction: (work) =>
    db.transaction((tx) => work({ ...tx, query: <Row>(statement: Statement) => run<Row>(tx, statement) })),
});
