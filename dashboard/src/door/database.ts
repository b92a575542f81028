import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { Door, DoorTicket } from './door.ts';
import type { KeptScan } from './door-state.ts';

/** The ticket list of an event, without the tickets, which are stored one by one. */
export type KeptList = Omit<Door, 'tickets' | 'changedHereAt'>;

/** The door that this device shows when it is opened. */
export interface OpenedDoor {
  eventId: string;
  /** Of a door link; null: the session of a person. */
  secret: string | null;
}

interface Schema extends DBSchema {
  lists: { key: string; value: KeptList };
  tickets: { key: [eventId: string, ticketId: string]; value: DoorTicket };
  scans: {
    key: string;
    value: KeptScan;
    indexes: { event: string; state: [eventId: string, state: string] };
  };
  opened: { key: 'door'; value: OpenedDoor };
}

export type DoorDatabase = IDBPDatabase<Schema>;

let opening: Promise<DoorDatabase> | undefined;

/** What this device keeps while it is closed. Opened once; tried again when it failed. */
export function openDatabase(): Promise<DoorDatabase> {
  opening ??= openDB<Schema>('takilya-door', 1, {
    upgrade(db) {
      db.createObjectStore('lists');
      db.createObjectStore('tickets');
      const scans = db.createObjectStore('scans', { keyPath: 'nonce' });
      scans.createIndex('event', 'eventId');
      scans.createIndex('state', ['eventId', 'state']);
      db.createObjectStore('opened');
    },
  }).catch((error: unknown) => {
    opening = undefined;
    throw error;
  });
  return opening;
}
