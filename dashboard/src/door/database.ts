import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { Door, DoorTicket } from './door.ts';
import type { KeptScan } from './door-state.ts';

/** The door that this device shows when it is opened. */
export interface OpenedDoor {
  eventId: string;
  /** Secret of the door link; null: the door was opened by a logged-in person. */
  secret: string | null;
  /** Of a person who is logged in. All tabs have one session, which may show another one in others. */
  organizationId?: string | undefined;
}

/** The ticket list of an event, without the tickets, which are stored one by one, and by which link it came. */
export type KeptList = Omit<Door, 'tickets'> & Pick<OpenedDoor, 'secret'>;

interface Schema extends DBSchema {
  lists: { key: string; value: KeptList };
  tickets: { key: [eventId: string, ticketId: string]; value: DoorTicket };
  scans: {
    key: string;
    value: KeptScan;
    indexes: { event: string; state: [eventId: string, state: string] };
  };
  opened: { key: 'door'; value: OpenedDoor };
  /** Where this device scans, by event. null: the gate. */
  chosen: { key: string; value: { listId: string | null } };
}

export type DoorDatabase = IDBPDatabase<Schema>;

/**
 * 1: the gate alone. 2: check-in lists and exits. 3: lists know by which link they came. 4: lists know when they were
 * read, by the clock of the service.
 */
const VERSION = 4;

/** Another tab of this device has the door open with an earlier version of the page. */
export class OpenElsewhere extends Error {}

let opening: Promise<DoorDatabase> | undefined;

/** What this device keeps while it is closed. Opened once; tried again when it failed. @throws OpenElsewhere */
export function openDatabase(): Promise<DoorDatabase> {
  opening ??= open().catch((error: unknown) => {
    opening = undefined;
    throw error;
  });
  return opening;
}

async function open(): Promise<DoorDatabase> {
  const blocked = Promise.withResolvers<never>();
  const opened = openDB<Schema>('takilya-door', VERSION, {
    async upgrade(db, before, _, tx) {
      if (before === 0) {
        db.createObjectStore('lists');
        db.createObjectStore('tickets');
        const scans = db.createObjectStore('scans', { keyPath: 'nonce' });
        scans.createIndex('event', 'eventId');
        scans.createIndex('state', ['eventId', 'state']);
        db.createObjectStore('opened');
      }
      if (before < 2) db.createObjectStore('chosen');
      // Lists are the server's, and are read again. Admissions are this device's: all were entries at the gate.
      await Promise.all([tx.objectStore('lists').clear(), tx.objectStore('tickets').clear()]);
      if (before >= 2) return;
      for (let at = await tx.objectStore('scans').openCursor(); at; at = await at.continue())
        await at.update({ ...at.value, listId: null, direction: 'in' });
    },
    blocked: () => blocked.reject(new OpenElsewhere()),
  });
  return Promise.race([opened, blocked.promise]);
}
