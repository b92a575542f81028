import { dataOf } from '../api/client.ts';
import { Problem } from '../api/problem.ts';
import type { OpenDoor } from './open-door.ts';
import { uploadScan, withUploadLock } from './upload-scans.ts';

/**
 * Undoes a check-in. One that was never sent ends on this device. Any other is undone by the server, for which the
 * device must be online.
 * @throws Problem
 */
export const undoScan = (door: OpenDoor, { nonce, ticketId }: { nonce: string; ticketId: string }) =>
  withUploadLock(async () => {
    const kept = await door.db.get('scans', nonce);
    if (kept?.state === 'waiting' && !kept.sent) return door.keep({ ...kept, state: 'undone' });
    await uploadScan(door, nonce);
    const sent = await door.db.get('scans', nonce);
    // The server rejected the check-in of this device, so there is nothing to undo.
    if (sent?.refusal) throw new Problem(sent.refusal);
    await dataOf(door.api.POST('/tickets/{id}/undo-check-in', { params: { path: { id: ticketId } } }));
    await door.changeTicket(ticketId, null);
    if (sent) await door.keep({ ...sent, state: 'undone' });
  });
