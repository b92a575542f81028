import type { Database, Queryable } from '../server/src/platform/database/database.ts';
import type { Timeline } from './timeline.ts';

/** A database in another process: simulated time stands still until a statement is answered or waits for a lock. */
export function waitedFor(db: Database, timeline: Timeline): Database {
  const waitFor = <Session extends Queryable>(session: Session): Session => ({
    ...session,
    query: (statement) => timeline.outside(() => session.query(statement)),
    runScript: (script) => timeline.outside(() => session.runScript(script)),
  });
  return {
    ...waitFor(db),
    async transaction(work) {
      // BEGIN, then the statements of `work`, then COMMIT. In between it may wait in simulated time.
      let leave = timeline.enterOutside();
      try {
        return await db.transaction(async (tx) => {
          leave();
          try {
            return await work(waitFor(tx));
          } finally {
            leave = timeline.enterOutside();
          }
        });
      } finally {
        leave();
      }
    },
  };
}
