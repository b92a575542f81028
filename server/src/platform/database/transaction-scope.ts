import { AsyncLocalStorage } from 'node:async_hooks';
import { inTransaction, type Queryable, type Tx } from './database.ts';
import { noteCommit } from './follow-commits.ts';

/** What a driver has for one transaction. */
type Session = Queryable & Pick<Tx, 'liftTimeLimit'>;

/** Tracks whether the running code is inside a transaction of one database. */
export interface TransactionScope {
  /** @throws Error when called from inside a transaction that is still open. */
  refuseInside(action: string): void;
  /**
   * Runs `work` with a `Tx` on `session`, then `commit`. The commit may be sent before all statements are answered:
   * after a failed one, PostgreSQL treats it as a rollback. Rejects with the first error of a statement, even if `work`
   * caught or never saw it, because PostgreSQL has already aborted the transaction. The `Tx` throws if it is used
   * after its end.
   */
  run<T>(session: Session, work: (tx: Tx) => Promise<T>, commit: () => Promise<unknown>): Promise<T>;
}

/**
 * Both drivers refuse the database handle inside one of its own transactions. On the single session of the embedded
 * database it would wait for its own transaction forever. On a pool it would run outside the transaction, and hang once
 * every connection waits like that.
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
      const afterCommit: (() => void)[] = [];
      const unanswered: Promise<void>[] = [];
      let failure: { error: unknown } | undefined;
      /** Errors of writes that `work` did not await. Later statements failed only because of these. */
      const writeErrors: unknown[] = [];

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
        liftTimeLimit: (...others) => guarded(() => session.liftTimeLimit(...others)),
        onCommit: (then) => void afterCommit.push(then),
        commitAfter(answer) {
          const settled = answer.then(
            () => {},
            (error: unknown) => {
              writeErrors.push(error);
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
        noteCommit();
        for (const then of afterCommit) then();
        return result;
      } catch (error) {
        throw writeErrors.length > 0 ? writeErrors[0] : error;
      } finally {
        state.open = false;
      }
    },
  };
}
