import { doorApi } from '../api/client.ts';
import { isProblem } from '../api/problem.ts';
import { readAllEvents } from '../api/read-all-events.ts';
import { readMe } from '../api/read-me.ts';
import { readClocks } from './clocks.ts';
import { type DoorDatabase, OpenElsewhere, type OpenedDoor, openDatabase } from './database.ts';
import { forgetEndedDoors } from './kept-list.ts';
import { countWaiting } from './kept-scans.ts';
import { openKept } from './open-door.ts';
import { Store } from './store.ts';
import { type WorkAtDoor, workAtDoor } from './work-at-door.ts';

/** An event whose door can be opened. */
export interface DoorChoice {
  id: string;
  organizationId: string;
  title: string;
  starts: string;
  timeZone: string;
  /** Check-ins of this device that wait to be sent. */
  waiting: number;
}

type Screen =
  | { kind: 'starting' }
  | { kind: 'door'; work: WorkAtDoor }
  | { kind: 'choose'; choices: DoorChoice[] }
  /** Without a door, a link or an account; or without a network. */
  | { kind: 'closed'; reason: 'nobody' | 'offline' | 'broken' | 'elsewhere' };

export const screen = new Store<Screen>({ kind: 'starting' });

/** A draft has no tickets, and a cancelled event no valid ones. Late guests still come when an event is closed. */
const CHECK_IN_STATUSES = new Set(['active', 'sold_out', 'paused', 'hidden', 'completed']);

/** Opens the door that the address names, or the one that this device had open; else lets the person choose. */
export async function start() {
  stopWork();
  try {
    const db = await openDatabase();
    await forgetEndedDoors(db, readClocks());
    const named = takeNamed();
    if (named) await db.put('opened', named, 'door');
    // Asked once: without it the browser may delete what this device keeps when space is short.
    void navigator.storage?.persist?.();
    const opened = named ?? (await db.get('opened', 'door'));
    await (opened ? openDoorOf(db, opened) : choose(db));
  } catch (error) {
    screen.set({ kind: 'closed', reason: error instanceof OpenElsewhere ? 'elsewhere' : 'broken' });
  }
}

/** The secret is taken out of the address, so that neither the history nor a screenshot shows it. */
function takeNamed(): OpenedDoor | undefined {
  const link = new URLSearchParams(location.hash.slice(1));
  const page = new URLSearchParams(location.search);
  const [event, secret] = [link.get('event') ?? page.get('event'), link.get('key')];
  if (location.hash || location.search) history.replaceState(null, '', '/door');
  return event ? { eventId: event, secret, organizationId: page.get('organization') ?? undefined } : undefined;
}

/**
 * What is to be shown next. It is read first, and meanwhile a person may tap another event or open another link: what
 * was asked for last is shown, and the door before it is no longer followed.
 */
let asked = 0;
function askFor(): (next: () => Screen) => void {
  const mine = ++asked;
  return (next) => {
    if (mine !== asked) return;
    stopWork();
    screen.set(next());
  };
}

async function openDoorOf(db: DoorDatabase, opened: OpenedDoor) {
  const show = askFor();
  const door = await openKept(db, opened);
  show(() => ({ kind: 'door', work: workAtDoor(door) }));
}

export async function openEvent({ id, organizationId }: DoorChoice) {
  const db = await openDatabase();
  const opened = { eventId: id, secret: null, organizationId };
  await db.put('opened', opened, 'door');
  await openDoorOf(db, opened);
}

function stopWork() {
  const shown = screen.get();
  if (shown.kind === 'door') shown.work.stop();
}

/** Closes the door that is open. Its list and its admissions stay. */
export async function leaveDoor() {
  stopWork();
  const db = await openDatabase();
  await db.delete('opened', 'door');
  await choose(db);
}

async function choose(db: DoorDatabase) {
  const show = askFor();
  screen.set({ kind: 'starting' });
  try {
    const { organization } = await readMe();
    const waiting = await countWaiting(db);
    const choices = (await readAllEvents(doorApi(null, () => organization.id)))
      .filter(({ status }) => CHECK_IN_STATUSES.has(status))
      .map(({ id, title, start_datetime: starts }) => {
        return {
          id,
          organizationId: organization.id,
          title,
          starts,
          timeZone: organization.time_zone,
          waiting: waiting.get(id) ?? 0,
        };
      })
      .sort(byNearness(Date.now()));
    show(() => ({ kind: 'choose', choices }));
  } catch (error) {
    show(() => ({ kind: 'closed', reason: isProblem(error, 401) ? 'nobody' : 'offline' }));
  }
}

/** The event of tonight comes first, whether it starts soon or has begun. */
const byNearness = (now: number) => (a: DoorChoice, b: DoorChoice) =>
  Math.abs(Date.parse(a.starts) - now) - Math.abs(Date.parse(b.starts) - now);
