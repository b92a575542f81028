import type { Database } from '../platform/database/database.ts';
import { perDatabase } from '../platform/database/per-database.ts';
import { Lanes } from '../platform/lanes/lanes.ts';
import type { Uuid } from '../values/uuid.ts';
import { moveLine } from './move-line.ts';
import { findGate, findRoomAt } from './queries.ts';

interface Asked {
  key: string;
  now: Date;
}

/**
 * All that ask about one room while it is read share the next read, which begins after they asked: a crowd costs one
 * read at a time, and no answer is older than its request.
 */
const shared = <Question extends Asked, Found>(
  name: string,
  read: (db: Database, asked: Question) => Promise<Found>,
) => {
  const lanes = perDatabase(
    (db) =>
      new Lanes<Question, Found>({
        name,
        async run(batch) {
          const last = batch.at(-1);
          const value = last && read(db, last);
          return Promise.allSettled(batch.map(() => value as Promise<Found>));
        },
      }),
  );
  return (db: Database, asked: Question) => lanes(db).join(asked.key, asked);
};

const sharedRoom = shared('reads of waiting rooms', async (db, { slugs: [organization, slug], now }: RoomAsked) => {
  const room = await findRoomAt(db, organization, slug);
  return room && { ...room, line: room.enabled ? await moveLine(db, room, now) : undefined };
});
const sharedGate = shared('reads of gates', (db, { organizationId, eventId }: GateAsked) =>
  findGate(db, { organizationId, eventId }),
);

interface RoomAsked extends Asked {
  slugs: [organization: string, event: string];
}

interface GateAsked extends Asked {
  organizationId: Uuid;
  eventId: Uuid;
}

/** The room with its line, which moves if it is time. @returns undefined when no event but a draft has this address */
export const readRoom = (db: Database, slugs: [organization: string, event: string], now: Date) =>
  sharedRoom(db, { key: slugs.join('/'), slugs, now });

export type ShownRoom = NonNullable<Awaited<ReturnType<typeof readRoom>>>;

/** Whether orders of an event need a pass. @returns undefined for an unknown event */
export const readGate = (db: Database, asked: Omit<GateAsked, 'key'>) =>
  sharedGate(db, { ...asked, key: `${asked.organizationId} ${asked.eventId}` });
