import type { Database } from '../platform/database/database.ts';
import { perDatabase } from '../platform/database/per-database.ts';
import { Lanes } from '../platform/lanes/lanes.ts';
import type { Uuid } from '../values/uuid.ts';
import { takeNumbers } from './queries.ts';
import { roomRefusals } from './refusals.ts';

interface Visitor {
  organizationId: Uuid;
  eventId: Uuid;
  now: Date;
}

const lanes = perDatabase(
  (db) =>
    new Lanes<Visitor, number>({
      name: 'waiting rooms',
      async run(visitors) {
        const [first] = visitors;
        const last = first && (await takeNumbers(db, { ...first, count: visitors.length }));
        return visitors.map(
          (_, index): PromiseSettledResult<number> =>
            last === undefined
              ? { status: 'rejected', reason: roomRefusals.waiting_room_full() }
              : { status: 'fulfilled', value: last - visitors.length + 1 + index },
        );
      },
    }),
);

/**
 * The number of a new visitor, which no other visitor gets. One statement gives numbers to all that come at once.
 * @throws Refusal waiting_room_full; 503 when too many come at once
 */
export const takePlace = (db: Database, visitor: Visitor): Promise<number> =>
  lanes(db).join(`${visitor.organizationId} ${visitor.eventId}`, visitor);
