import { readClocks } from './clocks.ts';
import type { DoorDatabase } from './database.ts';
import { type Door, serviceTime } from './door.ts';
import type { KeptScan } from './door-state.ts';

/** Oldest first. */
const byTime = (scans: KeptScan[]) => scans.sort((a, b) => a.scannedAt.localeCompare(b.scannedAt));

export const listScans = async (db: DoorDatabase, eventId: string) =>
  byTime(await db.getAllFromIndex('scans', 'event', eventId));

/** Read from the database and not from memory: another tab may have admitted meanwhile. */
export const listWaiting = async (db: DoorDatabase, eventId: string) =>
  byTime(await db.getAllFromIndex('scans', 'state', [eventId, 'waiting']));

/**
 * The time of a scan now, by the clock of the service. It comes after all that is known of the ticket, also when a
 * clock was put back since: scans are sent, and the server decides, in the order of their times.
 */
export function timeOfScan(
  list: Door | undefined,
  ticketId: string | undefined,
  waiting: Pick<KeptScan, 'scannedAt'>[] = [],
): string {
  const now = list ? serviceTime(list, readClocks()) : Date.now();
  const { checked_in_at: checkedInAt = null, stays = [] } = (ticketId && list?.tickets.get(ticketId)) || {};
  const times = [checkedInAt, ...stays.map(({ passed_at }) => passed_at), ...waiting.map(({ scannedAt }) => scannedAt)];
  return new Date(Math.max(now, ...times.map((at) => (at ? Date.parse(at) + 1 : 0)))).toISOString();
}

/** How many scans of each event wait. Reads no scan: a device keeps thousands. */
export async function countWaiting(db: DoorDatabase): Promise<Map<string, number>> {
  const states = db.transaction('scans').store.index('state');
  const counts = new Map<string, number>();
  for (let at = await states.openKeyCursor(null, 'nextunique'); at; at = await at.continue()) {
    const [eventId, state] = at.key;
    if (state === 'waiting') counts.set(eventId, await states.count(at.key));
  }
  return counts;
}

/**
 * Resolves when the disk has it. @throws DOMException when the storage is full: the person is not admitted then
 */
export async function keepScan(db: DoorDatabase, scan: KeptScan) {
  const tx = db.transaction('scans', 'readwrite', { durability: 'strict' });
  await Promise.all([tx.store.put(scan), tx.done]);
}
