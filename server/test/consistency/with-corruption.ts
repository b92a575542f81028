import type { Database, Tx } from '../../src/platform/database/database.ts';

/** Runs `look` after `spoil`, without the constraints that would refuse it, and rolls everything back. */
export async function withCorruption<Seen>(
  db: Database,
  spoil: (tx: Tx) => Promise<unknown>,
  look: (spoilt: Database) => Promise<Seen>,
): Promise<Seen> {
  const undo = Promise.withResolvers<Seen>();
  await db
    .transaction(async (tx) => {
      await dropGuards(tx);
      await spoil(tx);
      undo.resolve(await look(withinTransaction(db, tx)));
      throw undo;
    })
    .catch((error: unknown) => {
      if (error !== undo) undo.reject(error);
    });
  return undo.promise;
}

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
    drop index seat_claims_one_live, tickets_one_position;
    drop trigger audit_log_stays on audit_log;
  end $$`);
}
