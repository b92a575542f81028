import type { Uuid } from '../../values/uuid.ts';
import type { Database } from '../database/database.ts';
import { perDatabase } from '../database/per-database.ts';
import { Lanes } from './lanes.ts';

interface Asked {
  organizationId: Uuid;
  id: Uuid;
}

/**
 * Makes a look-up by id of one that reads many: those of one organization that are asked for while the statement before is
 * under way are one statement. It begins after all of them have asked, so what it finds is never older than the question.
 * `read` finds those that exist, by id.
 * @returns looks one up; undefined: there is none
 */
export function readTogether<Found>(
  name: string,
  read: (db: Database, organizationId: Uuid, ids: Uuid[]) => Promise<Map<Uuid, Found>>,
): (db: Database, organizationId: Uuid, id: Uuid) => Promise<Found | undefined> {
  const lanes = perDatabase((db) => new Lanes<Asked, Found | undefined>({ name, run: (batch) => readAll(db, batch) }));

  async function readAll(db: Database, batch: Asked[]): Promise<PromiseSettledResult<Found | undefined>[]> {
    const organizationId = batch[0]?.organizationId as Uuid;
    try {
      const found = await read(db, organizationId, [...new Set(batch.map(({ id }) => id))]);
      return batch.map(({ id }) => ({ status: 'fulfilled', value: found.get(id) }));
    } catch (reason) {
      // No id makes a read fail, so a database that is away is not asked again for each of them.
      return batch.map(() => ({ status: 'rejected', reason }));
    }
  }

  return (db, organizationId, id) => lanes(db).join(organizationId, { organizationId, id });
}
