import {
  type Database,
  DatabaseUnavailable,
  type Queryable,
  type Statement,
  type Tx,
} from '../server/src/platform/database/database.ts';
import { Mutex } from '../server/src/platform/database/mutex.ts';
import type { Life } from './life.ts';
import { never } from './life.ts';
import { Trouble, type Troubles } from './troubles.ts';

const LOST = 'the connection to the database was lost';

/**
 * The database as one process sees it: every statement takes time, the process may die before or after any of them,
 * and the connection may be lost, the answer of a COMMIT that took effect included.
 */
export function lossyDatabase(db: Database, life: Life, troubles: Troubles): Database {
  /** Processes share no cache. */
  const store = {};
  const risk = () => life.risk(troubles.lostStatement / 2, 'lostStatements', LOST);

  async function exchange<T>(send: () => Promise<T>): Promise<T> {
    await life.step();
    risk();
    const answer = await send();
    await life.step();
    risk();
    return answer;
  }

  /**
   * One connection: simultaneous statements run in order, and once it is lost every statement
   * fails, COMMIT included.
   */
  function inTransaction(tx: Tx): { tx: Tx; sent(): Promise<void> } {
    const turns = new Mutex();
    let lost: unknown;
    const check = () => {
      if (lost !== undefined) throw lost;
    };
    async function inTurn<T>(ask: () => Promise<T>): Promise<T> {
      const release = await turns.acquire();
      try {
        check();
        return await ask();
      } finally {
        release();
      }
    }
    const query = <Row>(statement: Statement): Promise<Row[]> =>
      inTurn(() =>
        exchange(() => tx.query<Row>(statement)).catch((error: unknown) => {
          lost ??= error;
          throw error;
        }),
      );
    return { tx: { ...tx, store, query }, sent: () => inTurn(async () => {}) };
  }

  const root: Queryable = {
    store,
    query: (statement) => exchange(() => db.query(statement)),
    runScript: (script) => exchange(() => db.runScript(script)),
  };

  return {
    kind: db.kind,
    load: () => db.load(),
    ...root,
    async transaction(work) {
      await life.step();
      risk();
      try {
        const result = await db.transaction((tx) => {
          const seen = inTransaction(tx);
          const working = work(seen.tx).then(async (done) => {
            await life.step();
            await seen.sent();
            risk();
            return done;
          });
          // The database notices that the process is gone and rolls back.
          return life.orDie(working);
        });
        await life.step();
        risk();
        return result;
      } catch (error) {
        if (!life.alive) await never;
        if (error instanceof Trouble) throw new DatabaseUnavailable(error.message, { cause: error });
        throw error;
      }
    },
    close: async () => {},
  };
}
