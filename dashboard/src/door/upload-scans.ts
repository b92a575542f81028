import { dataOf } from '../api/client.ts';
import type { Model } from '../api/models.ts';
import { isRefusal, isRefused } from '../api/problem.ts';
import { checkedIn, type Door, type DoorTicket, passed, type TicketChange } from './door.ts';
import type { KeptScan, ScanToSend } from './door-state.ts';
import { listUnsent } from './list-unsent.ts';
import type { OpenDoor } from './open-door.ts';

/** A slower connection counts as offline. */
const UPLOAD_TIMEOUT_MS = 10_000;
/** These reject the check-in for good. Everything else is retried: no connection, an ended session, a rate limit. */
const REJECTED = [400, 404, 409];
/** What filters answer, and not what says that the server is away: the list was just read. */
const REFUSED_ON_THE_WAY = [400, 403, 404, 406, 409];

/**
 * The link of one list sends its own: the server would take those of the gate for its list, and refuse those of others.
 * They wait for a door that scans there.
 */
export const maySend = (list: Pick<Door, 'link'> | undefined, { listId }: Pick<KeptScan, 'listId'>): boolean =>
  !list?.link?.list_id || listId === list.link.list_id;

/**
 * Oldest first. Called when the list was just read, which shows that the server answers and that this device may check
 * in: a check-in that was sent, even in vain, cannot be undone offline any more.
 * @throws Problem when the server cannot be reached now
 */
export async function uploadScans(door: OpenDoor) {
  await door.readScans();
  // A filter on the way may refuse one scan each time: it waits, and so do later ones of its ticket, which follow from
  // it.
  const refused = new Set<string>();
  for (const scan of listUnsent(door.state).filter((one) => maySend(door.state.list, one)))
    if (!refused.has(scan.ticketId))
      await withUploadLock(() => uploadScan(door, scan.nonce)).catch((error: unknown) => {
        if (!isRefused(error, 'unexplained') || !REFUSED_ON_THE_WAY.includes(error.status)) throw error;
        refused.add(scan.ticketId);
      });
}

/** Ensures, across tabs, that a check-in is either sent or undone. */
export const withUploadLock = <Done>(act: () => Promise<Done>): Promise<Done> =>
  navigator.locks.request('takilya-door-scans', act) as Promise<Done>;

/** Does nothing when the check-in was undone in the meantime. Runs inside `withUploadLock`. @throws Problem */
export async function uploadScan(door: OpenDoor, nonce: string) {
  const scan = await door.db.get('scans', nonce);
  if (scan?.state !== 'waiting') return;
  await door.keep({ ...scan, sent: true });
  try {
    const answer = await send(door, scan);
    // First, so that this device never sees the ticket as it was in between.
    await door.changeTicket(scan.ticketId, (ticket) => changeBy(ticket, answer));
    if (scan.sent) await door.readAgainFrom(scan.scannedAt);
    const { passed_at: scannedAt, passage_id: passageId } = answer;
    await door.keep({ ...scan, scannedAt, passageId, sent: true, state: 'admitted' });
  } catch (error) {
    if (!isRefusal(error) || !REJECTED.includes(error.status)) throw error;
    // A guest who left is gone, whatever the server knew of them.
    const state = scan.direction === 'out' ? 'dismissed' : 'refused';
    await door.keep({ ...scan, sent: true, state, refusal: error.toJSON() });
  }
}

/** What the answer to a scan changes of its ticket. */
export const changeBy = (ticket: DoorTicket, answer: Model<'PassedTicket'>): TicketChange =>
  answer.passage_id === null
    ? checkedIn(ticket, answer.checked_in_at)
    : passed(ticket, { listId: answer.list?.id ?? null, direction: answer.direction, at: answer.passed_at });

/** The rest of a scan as the server takes it. */
export const scanBody = ({ code, eventId, nonce, listId, direction }: ScanToSend) => ({
  ...{ code, event_id: eventId, device_nonce: nonce, direction },
  ...(listId === null ? {} : { list_id: listId }),
});

async function send({ api, state }: OpenDoor, scan: KeptScan) {
  const upload = (scannedAt?: string) =>
    dataOf(
      api.POST('/tickets/check-in', {
        body: { ...scanBody(scan), scanned_at: scannedAt },
        signal: AbortSignal.timeout(UPLOAD_TIMEOUT_MS),
      }),
    );
  try {
    return await upload(scan.scannedAt);
  } catch (error) {
    // The clock of this device is wrong. The check-in matters more than its time; one that the service knows still says
    // that this door has admitted, which a door that came first must learn.
    if (isRefused(error, 'scanned_in_future', 'scanned_too_long_ago')) return upload(state.list?.readAt);
    throw error;
  }
}
