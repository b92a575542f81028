import { dataOf } from '../api/client.ts';
import { isRefusal, Problem } from '../api/problem.ts';
import { readClocks } from './clocks.ts';
import { isLinkOver, withUpdates } from './door.ts';
import { countWaiting, listWaiting } from './kept-scans.ts';
import { type OpenDoor, openKept } from './open-door.ts';
import { maySend, uploadScans } from './upload-scans.ts';

/** The largest page that a slow connection carries in time. */
const MAX_PER_PAGE = 1_000;
/** The longest delay until this device knows of check-ins elsewhere, or that the connection is back. */
const REFRESH_MS = 10_000;
/** How often the scans of other events are tried. */
const ELSEWHERE_MS = 60_000;
/** Enough for a page of a thousand tickets on a slow connection. */
const TIMEOUT_MS = 20_000;

type Updates = Parameters<typeof withUpdates>[1];

/**
 * Reads the list, the changes afterwards, and sends the admissions that wait: now, every ten seconds, and whenever
 * `now` is called or the browser believes to be online again. Asked even when the browser believes that it is offline:
 * it can be wrong.
 */
export function followDoor(door: OpenDoor) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isRunning = false;
  let isWanted = false;
  let isStopped = false;
  let nextElsewhere = 0;

  async function run() {
    isWanted = isRunning;
    if (isRunning || isStopped) return;
    clearTimeout(timer);
    isRunning = true;
    const wasOnline = door.state.connection === 'online';
    await syncDoor(door);
    isRunning = false;
    if (door.state.connection === 'online' && (!wasOnline || performance.now() >= nextElsewhere)) {
      nextElsewhere = performance.now() + ELSEWHERE_MS;
      // Not awaited: this event comes first.
      void sendElsewhere(door).catch(() => {});
    }
    if (!isStopped) timer = setTimeout(now, isWanted ? 0 : REFRESH_MS);
  }
  const now = () => void run();
  const offline = () => door.set({ connection: 'offline' });
  window.addEventListener('online', now);
  window.addEventListener('offline', offline);
  now();
  return {
    now,
    stop() {
      isStopped = true;
      clearTimeout(timer);
      window.removeEventListener('online', now);
      window.removeEventListener('offline', offline);
    },
  };
}

async function syncDoor(door: OpenDoor) {
  if (door.state.connection === 'ended') return;
  try {
    await readChanges(door);
    await uploadScans(door);
  } catch (error) {
    if (isRefusal(error)) return door.refuse(error);
    door.set({ connection: 'offline' });
    // At its time a link ends without a network, too.
    const { list } = door.state;
    if (list && isLinkOver(list, readClocks())) await door.refuse(LINK_OVER);
  }
}

/**
 * Sends the scans of other events that wait on this device, with what their doors were opened with. Without their list,
 * which goes when a link ends, they wait until the event is opened again. Whatever the server answers, the list stays:
 * another person may be logged in now.
 */
async function sendElsewhere(door: OpenDoor) {
  for (const eventId of (await countWaiting(door.db)).keys())
    if (eventId !== door.eventId) await sendOf(eventId, door).catch(() => {});
  await door.readScans();
}

async function sendOf(eventId: string, { db }: OpenDoor) {
  const [list, scans] = await Promise.all([db.get('lists', eventId), listWaiting(db, eventId)]);
  if (!list || isLinkOver(list, readClocks()) || !scans.some((scan) => maySend(list, scan))) return;
  const other = await openKept(db, { eventId, secret: list.secret });
  await readChanges(other);
  await uploadScans(other);
}

const LINK_OVER = new Problem({ status: 401, code: 'invalid_api_key', message: 'The door link is over' });

async function readChanges(door: OpenDoor) {
  const request = { before: door.state.list, requestedAt: readClocks() };
  const updates: Updates = [];
  const since = request.before?.nextSince;
  for (let page = 1; ; page++) {
    const bundle = await dataOf(
      door.api.GET('/events/{id}/door', {
        params: { path: { id: door.eventId }, query: { page, per_page: MAX_PER_PAGE, since } },
        signal: AbortSignal.timeout(TIMEOUT_MS),
      }),
    );
    updates.push(bundle);
    if (!bundle.meta.has_more) break;
  }
  const list = withUpdates(door.state.list, updates, request);
  if (list) await door.receive(list, updates);
}
