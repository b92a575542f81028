import type { Database, Queryable } from './database.ts';

/** One object per database handle, such as lanes: operations take `db` and look theirs up. */
export const perDatabase = <T, Handle extends Queryable = Database>(make: (db: Handle) => T): ((db: Handle) => T) =>
  onePer(make);

/** One object per stored data, such as a cache of rows: a transaction finds the same one as its database. */
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
