import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { api, dataOf } from '../../api/client.ts';
import { isRefused, Problem } from '../../api/problem.ts';
import { type Door, withChange } from './door.ts';
import { doorKey } from './door-key.ts';
import { dropScan, findKeptScan, type KeptScan, keepScan, keptScansQuery, listKeptScans } from './kept-scans.ts';

/** The server is told that soon after the line is back, should the browser not notice. */
const TRY_EVERY_MS = 10_000;
/** A line as slow as that counts as none. */
const UPLOAD_TIMEOUT_MS = 10_000;
/** What the server said no to stays so; everything else passes (the line, a session that ended, too many requests). */
const REFUSED = [400, 404, 409];

/** As long as it is looked at, the server is told of everybody who was let in without it. */
export const uploadsQuery = (organizationId: string) =>
  queryOptions({
    queryKey: ['uploads', organizationId],
    queryFn: async ({ client }) => {
      await uploadScans(client, organizationId);
      return null;
    },
    networkMode: 'always',
    refetchInterval: TRY_EVERY_MS,
    refetchOnReconnect: 'always',
    retry: false,
    staleTime: 0,
  });

/** Oldest first. @throws Problem when the server cannot be told now */
async function uploadScans(client: QueryClient, organizationId: string) {
  const waiting = listKeptScans(organizationId).filter(({ refusal }) => refusal === undefined);
  if (waiting.length === 0) return;
  // Asked first whether anybody answers: a scan that was sent in vain could not be taken back without a network.
  await dataOf(api.GET('/ticket-keys', { signal: AbortSignal.timeout(UPLOAD_TIMEOUT_MS) }));
  for (const { nonce } of waiting) await alone(() => uploadScan(client, organizationId, nonce));
}

/** A scan is sent or taken back, never both; in whatever tab. */
export const alone = <Done>(act: () => Promise<Done>): Promise<Done> =>
  navigator.locks.request('takilya-kept-scans', act);

/** One that somebody took back meanwhile is not there any more. Runs `alone`. @throws Problem */
export async function uploadScan(client: QueryClient, organizationId: string, nonce: string) {
  const scan = findKeptScan(organizationId, nonce);
  if (!scan || scan.refusal) return;
  try {
    keepScan(organizationId, { ...scan, sent: true });
    const { checked_in_at: at } = await send(scan);
    // Before it leaves the queue: at no moment does this device take the ticket for a valid one.
    client.setQueryData<Door>(doorKey(scan.eventId), (door) => door && withChange(door, scan.ticketId, at, Date.now()));
    dropScan(organizationId, nonce);
  } catch (error) {
    if (!(error instanceof Problem) || !REFUSED.includes(error.status)) throw error;
    keepScan(organizationId, { ...scan, refusal: error.toJSON() });
  } finally {
    await client.invalidateQueries(keptScansQuery(organizationId));
  }
}

async function send(scan: KeptScan) {
  const told = (scannedAt?: string) =>
    dataOf(
      api.POST('/tickets/check-in', {
        body: { code: scan.code, event_id: scan.eventId, device_nonce: scan.nonce, scanned_at: scannedAt },
        signal: AbortSignal.timeout(UPLOAD_TIMEOUT_MS),
      }),
    );
  try {
    return await told(scan.scannedAt);
  } catch (error) {
    // The clock of this device is wrong: the admission counts more than its minute.
    if (isRefused(error, 'scanned_in_future', 'scanned_too_long_ago')) return told();
    throw error;
  }
}
