import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { api, dataOf } from '../../api/client.ts';
import { isRefused, Problem } from '../../api/problem.ts';
import { type Door, withChange } from './door.ts';
import { doorKey } from './door-key.ts';
import {
  deleteScan,
  findStoredScan,
  listStoredScans,
  type StoredScan,
  storedScansQuery,
  storeScan,
} from './stored-scans.ts';

/** The longest delay of an upload after the connection is back, if the browser does not notice that. */
const RETRY_MS = 10_000;
/** A slower connection counts as offline. */
const UPLOAD_TIMEOUT_MS = 10_000;
/** These reject the check-in for good. Everything else is retried: no connection, an ended session, a rate limit. */
const REJECTED = [400, 404, 409];

/** Sends stored check-ins for as long as the page is open. */
export const uploadsQuery = (organizationId: string) =>
  queryOptions({
    queryKey: ['uploads', organizationId],
    queryFn: async ({ client }) => {
      await uploadScans(client, organizationId);
      return null;
    },
    networkMode: 'always',
    refetchInterval: RETRY_MS,
    refetchOnReconnect: 'always',
    retry: false,
    staleTime: 0,
  });

/** Oldest first. @throws Problem when the server cannot be reached now */
async function uploadScans(client: QueryClient, organizationId: string) {
  const waiting = listStoredScans(organizationId).filter(({ refusal }) => refusal === undefined);
  if (waiting.length === 0) return;
  // Checks the connection first: a check-in that was sent, even in vain, cannot be undone offline any more.
  await dataOf(api.GET('/ticket-keys', { signal: AbortSignal.timeout(UPLOAD_TIMEOUT_MS) }));
  for (const { nonce } of waiting) await withUploadLock(() => uploadScan(client, organizationId, nonce));
}

/** Ensures, across tabs, that a check-in is either sent or undone. */
export const withUploadLock = <Done>(act: () => Promise<Done>): Promise<Done> =>
  navigator.locks.request('takilya-stored-scans', act);

/** Does nothing when the check-in was undone in the meantime. Runs inside `withUploadLock`. @throws Problem */
export async function uploadScan(client: QueryClient, organizationId: string, nonce: string) {
  const scan = findStoredScan(organizationId, nonce);
  if (!scan || scan.refusal) return;
  try {
    storeScan(organizationId, { ...scan, sent: true });
    const { checked_in_at: at } = await send(scan);
    // Before the scan is deleted, so that this device never sees the ticket as valid in between.
    client.setQueryData<Door>(doorKey(scan.eventId), (door) => door && withChange(door, scan.ticketId, at, Date.now()));
    deleteScan(organizationId, nonce);
  } catch (error) {
    if (!(error instanceof Problem) || !REJECTED.includes(error.status)) throw error;
    storeScan(organizationId, { ...scan, refusal: error.toJSON() });
  } finally {
    await client.invalidateQueries(storedScansQuery(organizationId));
  }
}

async function send(scan: StoredScan) {
  const upload = (scannedAt?: string) =>
    dataOf(
      api.POST('/tickets/check-in', {
        body: { code: scan.code, event_id: scan.eventId, device_nonce: scan.nonce, scanned_at: scannedAt },
        signal: AbortSignal.timeout(UPLOAD_TIMEOUT_MS),
      }),
    );
  try {
    return await upload(scan.scannedAt);
  } catch (error) {
    // The clock of this device is wrong. The check-in matters more than its time.
    if (isRefused(error, 'scanned_in_future', 'scanned_too_long_ago')) return upload();
    throw error;
  }
}
