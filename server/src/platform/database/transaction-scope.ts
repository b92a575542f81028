import { AsyncLocalStorage } from 'node:async_hooks';
import { inTransaction, type Queryable, type Tx } from './database.ts';

/** Knows, for one database, whether the running code is inside one of its transactions. */
export interface TransactionScope {
  /** @throws Error when called from inside a transaction that is still open. */
  refuseInside(action: string): void;
  /**
   * Runs `work` with a `Tx` on `session`, then `commit`, which may be sent before everything is answered: after a failed
   * statement PostgreSQL takes it for a rollback. Rejects with the first error of a statement, even if `work` swallowed or
   * never saw it, since PostgreSQL has already given the transaction up. The `Tx` refuses to be used afterwards.
   */
  run<T>(session: Queryable, work: (tx: Tx) => Promise<T>, commit: () => Promise<unknown>): Promise<T>;
}

/**
 * On the embedded database's one connection the root handle would wait for ever for the transaction it is called from;
 * on a pool it would escape the transaction, and hang once every connection waits like that. Both drivers refuse instead.
 */
export function createTransactionScope(): TransactionScope {
  const current = new AsyncLocalStorage<{ open: boolean }>();

  return {
    refuseInside(action) {
      if (current.getStore()?.open) {
        throw new Error(`${action} on the database handle inside its own transaction: use the transaction's tx`);
      }
    },

    async run(session, work, commit) {
      const state = { open: true };
      const afterwards: (() => void)[] = [];
      const unanswered: Promise<void>[] = [];
      let failure: { error: unknown } | undefined;
      /** What `work` did not see, and ran into: the next statements were refused because of it. */
      const unseen: unknown[] = [];

      async function guarded<R>(use: () => Promise<R>): Promise<R> {
        if (!state.open) throw new Error('this tx was used after its transaction had ended: an await is missing');
        try {
          return await use();
        } catch (error) {
          failure ??= { error };
          throw error;
        }
      }

      function requireSuccess() {
        if (failure) throw failure.error;
      }

      const tx: Tx = {
        [inTransaction]: true,
        store: session.store,
        query: (statement) => guarded(() => session.query(statement)),
        runScript: (script) => guarded(() => session.runScript(script)),
        onCommit: (then) => void afterwards.push(then),
        commitAfter(answer) {
          const settled = answer.then(
            () => {},
            (error: unknown) => {
              unseen.push(error);
              failure ??= { error };
            },
          );
          unanswered.push(settled);
        },
      };
      try {
        const result = await current.run(state, () => work(tx));
        requireSuccess();
        state.open = false;
        await Promise.all([commit(), ...unanswered]);
        requireSuccess();
        for (const then of afterwards) then();
        return result;
      } catch (error) {
        throw unseen.length > 0 ? unseen[0] : error;
      } finally {
        state.open = false;
      }
    },
  };
}
