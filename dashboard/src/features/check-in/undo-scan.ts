import type { QueryClient } from '@tanstack/react-query';
import { api, dataOf } from '../../api/client.ts';
import { Problem } from '../../api/problem.ts';
import { type Door, withChange } from './door.ts';
import { doorKey } from './door-key.ts';
import { dropScan, findKeptScan, keptScansQuery } from './kept-scans.ts';
import type { Place } from './scan-ticket.ts';
import { alone, uploadScan } from './upload-scans.ts';

/**
 * Takes an admission back. One that the server cannot know of is forgotten here; of any other the server is asked, which
 * takes a network.
 * @throws Problem
 */
export const undoScan = (client: QueryClient, place: Place, scan: { nonce: string; ticketId: string }) =>
  alone(async () => {
    const { organizationId, eventId } = place;
    const kept = findKeptScan(organizationId, scan.nonce);
    if (kept && !kept.sent) {
      dropScan(organizationId, scan.nonce);
      await client.invalidateQueries(keptScansQuery(organizationId));
      return;
    }
    if (kept) await uploadScan(client, organizationId, scan.nonce);
    const refusal = findKeptScan(organizationId, scan.nonce)?.refusal;
    // It was never this door's admission: there is nothing of ours to take back.
    if (refusal) throw new Problem(refusal);
    await dataOf(api.POST('/tickets/{id}/undo-check-in', { params: { path: { id: scan.ticketId } } }));
    client.setQueryData<Door>(doorKey(eventId), (door) => door && withChange(door, scan.ticketId, null, Date.now()));
  });
