import { type DoorDatabase, openDatabase } from './database.ts';
import type { Door, DoorTicket } from './door.ts';

const ticketsOf = (eventId: string) => IDBKeyRange.bound([eventId], [eventId, []]);

/** The ticket list as this device last heard it. */
export async function readKeptList(db: DoorDatabase, eventId: string): Promise<Door | undefined> {
  const tx = db.transaction(['lists', 'tickets']);
  const [list, tickets] = await Promise.all([
    tx.objectStore('lists').get(eventId),
    tx.objectStore('tickets').getAll(ticketsOf(eventId)),
  ]);
  return list && { ...list, tickets: new Map(tickets.map((one) => [one.id, one])), changedHereAt: new Map() };
}

/** Only `changed` is written: an arena has 20,000 tickets. */
export async function keepList(
  db: DoorDatabase,
  { tickets: _, changedHereAt: __, ...list }: Door,
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

/** Names of guests do not stay on a device that may no longer read them. Its admissions stay until they are sent. */
export async function forgetList(db: DoorDatabase, eventId: string) {
  const tx = db.transaction(['lists', 'tickets'], 'readwrite');
  await Promise.all([
    tx.objectStore('lists').delete(eventId),
    tx.objectStore('tickets').delete(ticketsOf(eventId)),
    tx.done,
  ]);
}

/** After a person logged out. The doors of links are not theirs, and stay. */
export async function forgetListsOfPeople() {
  const db = await openDatabase();
  const lists = await db.getAll('lists');
  for (const { event, link } of lists) if (link === null) await forgetList(db, event.id);
}
