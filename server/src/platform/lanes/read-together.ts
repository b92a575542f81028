import type { Uuid } from '../../values/uuid.ts';
import type { Queryable } from '../database/database.ts';
import { perDatabase } from '../database/per-database.ts';
import { Lanes } from './lanes.ts';

interface Lookup {
  organizationId: Uuid;
  id: Uuid;
}

/**
 * Turns a query for many ids into a look-up of one. Look-ups of one organization that arrive while a statement runs
 * share the next one. It begins after all of them have arrived, so its result is never older than a call. `read`
 * returns the rows that exist, by id.
 * @returns a function that looks one id up; undefined if there is no such row
 */
export function readTogether<Found>(
  name: string,
  read: (db: Queryable, organizationId: Uuid, ids: Uuid[]) => Promise<Map<Uuid, Found>>,
): (db: Queryable, organizationId: Uuid, id: Uuid) => Promise<Found | undefined> {
  const lanes = perDatabase(
    (db: Queryable) => new Lanes<Lookup, Found | undefined>({ name, run: (batch) => readAll(db, batch) }),
  );

  async function readAll(db: Queryable, batch: Lookup[]): Promise<PromiseSettledResult<Found | undefined>[]> {
    const organizationId = batch[0]?.organizationId as Uuid;
    try {
      const found = await read(db, organizationId, [...new Set(batch.map(({ id }) => id))]);
      return batch.map(({ id }) => ({ status: 'fulfilled', value: found.get(id) }));
    } catch (reason) {
      // No single id can make a read fail, so the query is not repeated per id.
      return batch.map(() => ({ status: 'rejected', reason }));
    }
  }

  return (db, organizationId, id) => lanes(db).join(organizationId, { organizationId, id });
}
