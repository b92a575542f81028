import type { Database, Tx } from '../platform/database/database.ts';
import { perDatabase } from '../platform/database/per-database.ts';
import { KeyedQueue } from '../platform/lanes/keyed-queue.ts';
import type { Uuid } from '../values/uuid.ts';
import { lockPlaces, type Places } from './places.ts';
import { eventName } from './sold-out-events.ts';

const changesOf = perDatabase(() => new KeyedQueue({ name: 'changes of events' }));

/**
 * Runs `work` in a transaction that locks the event's row, for single changes of its places by buyers and organizers.
 * Changes of one event run one after another in this process, so that they wait for the row without a connection.
 * Otherwise a few buyers of an event that is being cancelled would occupy every connection and block all other
 * requests.
 * @throws what `work` throws; Refusal 404 when the organization has no such event; 503 when the queue is full, or took
 * too long
 */
export function changePlaces<Result>(
  db: Database,
  { organizationId, eventId }: { organizationId: Uuid; eventId: Uuid },
  work: (tx: Tx, places: Places) => Promise<Result>,
): Promise<Result> {
  const change = () => db.transaction(async (tx) => work(tx, await lockPlaces(tx, organizationId, eventId)));
  return changesOf(db).run(eventName(organizationId, eventId), change);
}
