import type { QueryClient } from '@tanstack/react-query';
import { api, dataOf } from '../../api/client.ts';
import { Problem } from '../../api/problem.ts';
import { type Door, withChange } from './door.ts';
import { doorKey } from './door-key.ts';
import type { EventRef } from './scan-ticket.ts';
import { deleteScan, findStoredScan, storedScansQuery } from './stored-scans.ts';
import { uploadScan, withUploadLock } from './upload-scans.ts';

/**
 * Undoes a check-in. One that was never sent is deleted on this device. Any other is undone by the server, for which
 * the device must be online.
 * @throws Problem
 */
export const undoScan = (client: QueryClient, event: EventRef, scan: { nonce: string; ticketId: string }) =>
  withUploadLock(async () => {
    const { organizationId, eventId } = event;
    const stored = findStoredScan(organizationId, scan.nonce);
    if (stored && !stored.sent) {
      deleteScan(organizationId, scan.nonce);
      await client.invalidateQueries(storedScansQuery(organizationId));
      return;
    }
    if (stored) await uploadScan(client, organizationId, scan.nonce);
    const refusal = findStoredScan(organizationId, scan.nonce)?.refusal;
    // The server rejected the check-in of this device, so there is nothing to undo.
    if (refusal) throw new Problem(refusal);
    await dataOf(api.POST('/tickets/{id}/undo-check-in', { params: { path: { id: scan.ticketId } } }));
    client.setQueryData<Door>(doorKey(eventId), (door) => door && withChange(door, scan.ticketId, null, Date.now()));
  });
