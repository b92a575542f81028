import type { Database, Tx } from '../platform/database/database.ts';
import { perDatabase } from '../platform/database/per-database.ts';
import { KeyedQueue } from '../platform/lanes/keyed-queue.ts';
import type { Uuid } from '../values/uuid.ts';
import { lockPlaces, type Places } from './places.ts';
import { eventName } from './sold-out-events.ts';

const changesOf = perDatabase(() => new KeyedQueue({ name: 'changes of events' }));

/**
 * A transaction with an event's row locked, for buyers and organizers who change its places one by one. In this process
 * those of one event take turns: who would wait for the row waits without a connection. A few buyers of an event that
 * is
 * being cancelled would have all of them otherwise, and everybody else would wait too.
 * @throws what `work` throws; Refusal 404 when the organization has no such event; 503 when too many wait
 */
export function changePlaces<Result>(
  db: Database,
  { organizationId, eventId }: { organizationId: Uuid; eventId: Uuid },
  work: (tx: Tx, places: Places) => Promise<Result>,
): Promise<Result> {
  const change = () => db.transaction(async (tx) => work(tx, await lockPlaces(tx, organizationId, eventId)));
  return changesOf(db).run(eventName(organizationId, eventId), change);
}
