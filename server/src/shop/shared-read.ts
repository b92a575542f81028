import type { Database } from '../platform/database/database.ts';
import { perDatabase } from '../platform/database/per-database.ts';
import { Lanes } from '../platform/lanes/lanes.ts';

/** A look-up of a page. All that wait for one address share a read. */
export interface Asked {
  slugs: string[];
  now: Date;
}

/**
 * Reads of one address that arrive while it is read share the next read, which begins after they arrived: no page is
 * older than its request, and a crowd that reloads one page costs one read at a time (decision 7).
 */
export const sharedRead = <Found>(name: string, read: (db: Database, asked: Asked) => Promise<Found>) => {
  const lanes = perDatabase(
    (db) =>
      new Lanes<Asked, Found>({
        name,
        async run(batch) {
          const [first] = batch;
          const value = first && read(db, first);
          return Promise.allSettled(batch.map(() => value as Promise<Found>));
        },
      }),
  );
  return (db: Database, asked: Asked) => lanes(db).join(asked.slugs.join('/'), asked);
};
