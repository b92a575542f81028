import type { Database, Queryable, Statement, Tx } from '../../src/platform/database/database.ts';

/** A view of the database where `run` runs each statement, in transactions and outside. */
export function aroundAllStatements(
  db: Database,
  run: <Row>(session: Queryable, statement: Statement) => Promise<Row[]>,
): Database {
  const through = <Session extends Queryable>(session: Session): Session => ({
    ...session,
    query: <Row>(statement: Statement) => run<Row>(session, statement),
  });
  return { ...through(db), transaction: (work) => db.transaction((tx) => work(through(tx))) };
}

/** A view of the database where `run` runs each statement of a transaction. */
export const aroundStatements = (
  db: Database,
  run: <Row>(tx: Tx, statement: Statement) => Promise<Row[]>,
): Database => ({
  ...db,
  transaction: (work) =>
    db.transaction((tx) => work({ ...tx, query: <Row>(statement: Statement) => run<Row>(tx, statement) })),
});
