import type { Clocks } from './clocks.ts';
import { type DoorDatabase, type KeptList, type OpenedDoor, openDatabase } from './database.ts';
import { type Door, type DoorTicket, isLinkOver } from './door.ts';

const ticketsOf = (eventId: string) => IDBKeyRange.bound([eventId], [eventId, []]);

/**
 * The ticket list as this device last heard it. One that came by another link is read anew: of a link for one check-in
 * list it has not what passed elsewhere.
 */
export async function readKeptList(db: DoorDatabase, { eventId, secret }: OpenedDoor): Promise<Door | undefined> {
  const tx = db.transaction(['lists', 'tickets']);
  const [list, tickets] = await Promise.all([
    tx.objectStore('lists').get(eventId),
    tx.objectStore('tickets').getAll(ticketsOf(eventId)),
  ]);
  if (list?.secret !== secret) return undefined;
  return { ...list, tickets: new Map(tickets.map((one) => [one.id, one])) };
}

/** Only `changed` is written: an arena has 20,000 tickets. */
export async function keepList(
  db: DoorDatabase,
  { tickets: _, ...list }: Door & Pick<KeptList, 'secret'>,
  changed: DoorTicket[],
) {
  const tx = db.transaction(['lists', 'tickets'], 'readwrite');
  const eventId = list.event.id;
  await Promise.all([
    tx.objectStore('lists').put(list, eventId),
    ...changed.map((ticket) => tx.objectStore('tickets').put(ticket, [eventId, ticket.id])),
    tx.done,
  ]);
}

/**
 * Names of guests do not stay on a device that may no longer read them. Scans that the server does not have, or has
 * refused, stay with the number of the ticket as the name.
 */
export async function forgetDoor(db: DoorDatabase, eventId: string) {
  const tx = db.transaction(['lists', 'tickets', 'chosen', 'scans'], 'readwrite');
  const scans = tx.objectStore('scans');
  await Promise.all([
    tx.objectStore('lists').delete(eventId),
    tx.objectStore('tickets').delete(ticketsOf(eventId)),
    tx.objectStore('chosen').delete(eventId),
  ]);
  for (const scan of await scans.index('event').getAll(eventId)) {
    const stays = scan.state === 'waiting' || scan.state === 'refused';
    await (stays ? scans.put({ ...scan, name: scan.ticketNumber }) : scans.delete(scan.nonce));
  }
  await tx.done;
}

/** After a person logged out. The doors of links are not theirs, and stay. */
export async function forgetDoorsOfPeople() {
  const db = await openDatabase();
  await forgetDoors(db, ({ link }) => link === null);
}

/** A link that ended while the page was closed: the page may never be opened with it again. */
export const forgetEndedDoors = (db: DoorDatabase, now: Clocks) => forgetDoors(db, (list) => isLinkOver(list, now));

async function forgetDoors(db: DoorDatabase, isGone: (list: KeptList) => boolean) {
  for (const list of await db.getAll('lists')) if (isGone(list)) await forgetDoor(db, list.event.id);
}
