import type { Database } from './database.ts';

/** Lanes belong to a database as its connections do: operations take `db` and find theirs. */
export function perDatabase<T>(make: (db: Database) => T): (db: Database) => T {
  const made = new WeakMap<Database, T>();
  return (db) => {
    let one = made.get(db);
    if (one === undefined) {
      one = make(db);
      made.set(db, one);
    }
    return one;
  };
}
