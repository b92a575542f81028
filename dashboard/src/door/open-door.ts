import { doorApi } from '../api/client.ts';
import { isProblem, isRefused, type Problem } from '../api/problem.ts';
import { pointOf } from './at-point.ts';
import type { DoorDatabase, OpenedDoor } from './database.ts';
import { type Door, type DoorTicket, readAgainFrom, type TicketChange, withChange, type withUpdates } from './door.ts';
import type { DoorState, KeptScan, ScanToSend } from './door-state.ts';
import { forgetDoor, keepList, readKeptList } from './kept-list.ts';
import { countWaiting, keepScan, listScans } from './kept-scans.ts';
import { scansExits } from './scan-point.ts';
import { Store } from './store.ts';

interface Kept {
  list: Door | undefined;
  scans: KeptScan[];
  /** The check-in list that was chosen last; null: the gate. */
  listId: string | null;
  waitingElsewhere: number;
}

/** The door of an event as this device keeps it. */
export async function openKept(db: DoorDatabase, opened: OpenedDoor): Promise<OpenDoor> {
  const { eventId } = opened;
  const [list, scans, chosen, waitingElsewhere] = await Promise.all([
    readKeptList(db, opened),
    listScans(db, eventId),
    db.get('chosen', eventId),
    countElsewhere(db, eventId),
  ]);
  return new OpenDoor(db, opened, { list, scans, listId: chosen?.listId ?? null, waitingElsewhere });
}

async function countElsewhere(db: DoorDatabase, eventId: string) {
  const waiting = await countWaiting(db);
  return [...waiting].reduce((sum, [event, count]) => (event === eventId ? sum : sum + count), 0);
}

/** The door of one event on this device: its list, its admissions, and what the last scan gave. */
export class OpenDoor {
  readonly eventId: string;
  readonly #secret: string | null;
  readonly api: ReturnType<typeof doorApi>;
  readonly db: DoorDatabase;
  readonly store: Store<DoorState>;
  /** Scans whose answer was lost, of tickets that were not let in. The server may have admitted them. */
  readonly unanswered = new Map<string, ScanToSend>();

  constructor(db: DoorDatabase, { eventId, secret, organizationId }: OpenedDoor, kept: Kept) {
    this.db = db;
    this.eventId = eventId;
    this.#secret = secret;
    this.api = doorApi(secret, () => this.state.list?.organization.id ?? organizationId);
    this.store = new Store<DoorState>({
      list: kept.list,
      // The door of a link for one list scans nowhere else.
      listId: kept.list?.link?.list_id ?? kept.listId,
      direction: 'in',
      connection: navigator.onLine ? 'starting' : 'offline',
      scans: byNonce(kept.scans),
      waitingElsewhere: kept.waitingElsewhere,
      isChecking: false,
      isListKept: true,
    });
  }

  /** Whether it was opened by a door link, without an account. */
  get hasLink(): boolean {
    return this.#secret !== null;
  }

  get state(): DoorState {
    return this.store.get();
  }

  /** A door that ended stays so: an answer to an earlier request neither opens it again nor brings names back. */
  set(changes: Partial<DoorState>) {
    this.store.set({ ...this.state, ...changes, ...(this.#hasEnded ? ENDED : {}) });
  }

  get #hasEnded() {
    return this.state.connection === 'ended';
  }

  /** Shows and keeps the list with these updates. Where exits are no longer scanned, it goes on with entries. */
  async receive(list: Door, updates: Parameters<typeof withUpdates>[1]) {
    const listId = list.link?.list_id ?? this.state.listId;
    const at = pointOf({ ...this.state, list, listId });
    const direction = at && !scansExits(at.point) ? 'in' : this.state.direction;
    this.set({ list, listId, direction, connection: 'online', problem: undefined });
    const changed = updates.flatMap(({ tickets }) => tickets.flatMap(({ id }) => list.tickets.get(id) ?? []));
    await this.#keepList(list, changed);
  }

  /** After a ticket passed, or that was undone. */
  async changeTicket(ticketId: string, change: (ticket: DoorTicket) => TicketChange) {
    const { list } = this.state;
    const ticket = list?.tickets.get(ticketId);
    if (!list || !ticket) return;
    const changed = withChange(list, ticketId, change(ticket));
    this.set({ list: changed });
    if (this.state.isListKept)
      await this.#keepList(
        changed,
        [changed.tickets.get(ticketId)].filter((one) => one !== undefined),
      );
  }

  /** The next update has every change since this scan. */
  async readAgainFrom(scannedAt: string) {
    const { list } = this.state;
    if (!list) return;
    const changed = readAgainFrom(list, scannedAt);
    this.set({ list: changed });
    if (this.state.isListKept) await this.#keepList(changed, []);
  }

  /**
   * A storage that is full or fails does not stop a door that has the list in memory: it is the server's, and can be
   * read again. The screen says so. Then only the whole list can be kept, with the next reading: a guest does not wait
   * for it.
   */
  async #keepList(list: Door, changed: DoorTicket[]) {
    if (this.#hasEnded) return;
    const { isListKept: wasKept } = this.state;
    const tickets = wasKept ? changed : [...list.tickets.values()];
    const isWritten = await keepList(this.db, { ...list, secret: this.#secret }, tickets).then(
      () => true,
      () => false,
    );
    if (!isWritten) this.set({ isListKept: false });
    else if (!wasKept && this.state.list === list) this.set({ isListKept: true });
  }

  /** Kept for when the page is opened again. A new place begins with entries. */
  async choose(listId: string | null) {
    this.set({ listId, direction: 'in', answer: undefined, error: undefined, undone: undefined });
    await this.db.put('chosen', { listId }, this.eventId).catch(() => this.set({ isListKept: false }));
  }

  /** Kept before it is shown. @throws DOMException when the storage is full */
  async keep(scan: KeptScan) {
    await keepScan(this.db, scan);
    if (this.#hasEnded) return this.#forget();
    this.set({ scans: new Map(this.state.scans).set(scan.nonce, scan) });
  }

  /** Other tabs of this device scan, send and undo, too. */
  async readScans() {
    const [scans, waitingElsewhere] = await Promise.all([
      listScans(this.db, this.eventId),
      countElsewhere(this.db, this.eventId),
    ]);
    this.set({ scans: byNonce(scans), waitingElsewhere });
  }

  /** The server refused a request: with 401 for good. Whose event it is not, or no longer, sees no names. */
  async refuse(problem: Problem) {
    const mayNotRead = isRefused(problem, 'event_not_found', 'insufficient_role', 'shown_for_another');
    const isOver = isProblem(problem, 401);
    // First, so that nothing is kept any more while the rest is deleted.
    this.set({ connection: 'refused', problem, ...(mayNotRead ? UNREAD : {}), ...(isOver ? ENDED : {}) });
    if (mayNotRead || isOver) await this.#forget();
  }

  async #forget() {
    await forgetDoor(this.db, this.eventId);
    await this.readScans();
  }
}

const UNREAD = { list: undefined, answer: undefined, undone: undefined };
const ENDED = { ...UNREAD, connection: 'ended' } as const;

const byNonce = (scans: KeptScan[]) => new Map(scans.map((scan) => [scan.nonce, scan]));
