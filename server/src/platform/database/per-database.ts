import type { Database, Queryable } from './database.ts';

/** For what uses a database, as lanes do: operations take `db` and find theirs. */
export const perDatabase = <T>(make: (db: Database) => T): ((db: Database) => T) => onePer(make);

/** For what is remembered about rows: it is found from a transaction too. */
export function perStore<T>(make: () => T): (db: Pick<Queryable, 'store'>) => T {
  const one = onePer<object, T>(make);
  return ({ store }) => one(store);
}

function onePer<Key extends object, T>(make: (key: Key) => T): (key: Key) => T {
  const made = new WeakMap<Key, T>();
  return (key) => {
    let one = made.get(key);
    if (one === undefined) {
      one = make(key);
      made.set(key, one);
    }
    return one;
  };
}
