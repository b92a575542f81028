import type { Database, Tx } from '../../src/platform/database/database.ts';

export interface Unguarded {
  /** Its transactions run inside the one that is rolled back. */
  db: Database;
  /** Runs `look` after `spoil`, and takes everything back. */
  spoilt<Seen>(spoil: (tx: Tx) => Promise<unknown>, look: (spoilt: Database) => Promise<Seen>): Promise<Seen>;
  close(): Promise<void>;
}

/**
 * The database without the constraints that would refuse a corruption, within one transaction that `close` rolls back.
 * Until then the embedded database, which has one session, answers no other query.
 */
export async function openUnguarded(db: Database): Promise<Unguarded> {
  const opened = Promise.withResolvers<Tx>();
  const closing = Promise.withResolvers<never>();
  const closed = db
    .transaction(async (tx) => {
      await dropGuards(tx);
      opened.resolve(tx);
      return closing.promise;
    })
    .catch((error: unknown) => {
      if (error !== CLOSED) opened.reject(error);
    });
  const tx = await opened.promise;
  const within = withinTransaction(db, tx);
  return {
    db: within,
    async spoilt(spoil, look) {
      await tx.runScript('savepoint whole');
      try {
        await spoil(tx);
        return await look(within);
      } finally {
        await tx.runScript('rollback to savepoint whole');
      }
    },
    async close() {
      closing.reject(CLOSED);
      await closed;
    },
  };
}

const CLOSED = new Error('closed');

/** The database as this transaction sees it. Its transactions run inside this one. */
export const withinTransaction = (db: Database, tx: Tx): Database => ({
  ...db,
  ...tx,
  transaction: (work) => work(tx),
});

/** The constraints of the database: foreign, unique and primary keys, and checks. */
async function dropGuards(tx: Tx) {
  await tx.runScript(`do $$ declare guard record; begin
    for guard in select conrelid::regclass as owner, conname as name from pg_constraint
                  where connamespace = 'public'::regnamespace and contype in ('f', 'c', 'u', 'p')
                  order by contype <> 'f'
    loop execute format('alter table %s drop constraint %I', guard.owner, guard.name); end loop;
    drop index seat_claims_one_live, tickets_one_position, payments_one_per_order, box_office_entries_one_sale;
    drop index mails_one_per_message;
    drop trigger audit_log_stays on audit_log;
  end $$`);
}
