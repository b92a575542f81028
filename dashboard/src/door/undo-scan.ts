import { dataOf } from '../api/client.ts';
import { Problem } from '../api/problem.ts';
import { checkedIn, unpassed } from './door.ts';
import type { Answer } from './door-state.ts';
import type { OpenDoor } from './open-door.ts';
import { uploadScan, withUploadLock } from './upload-scans.ts';

/**
 * Undoes an entry or an exit. One that was never sent ends on this device. Any other is undone by the server, for which
 * the device must be online.
 * @throws Problem
 */
export const undoScan = (door: OpenDoor, { nonce, ticketId, listId, passageId }: Answer['admissions'][number]) =>
  withUploadLock(async () => {
    const kept = await door.db.get('scans', nonce);
    if (kept?.state === 'waiting' && !kept.sent) return door.keep({ ...kept, state: 'undone' });
    await uploadScan(door, nonce);
    const sent = await door.db.get('scans', nonce);
    // The server rejected the check-in of this device, so there is nothing to undo.
    if (sent?.refusal) throw new Problem(sent.refusal);
    const passage = sent?.passageId ?? passageId;
    if (passage) {
      const { passages } = await dataOf(door.api.POST('/passages/{id}/undo', { params: { path: { id: passage } } }));
      await door.changeTicket(ticketId, (ticket) => unpassed(ticket, listId, passages));
    } else {
      const check = { params: { path: { id: ticketId }, query: { device_nonce: nonce } } };
      await dataOf(door.api.POST('/tickets/{id}/undo-check-in', check));
      await door.changeTicket(ticketId, (ticket) => checkedIn(ticket, null));
    }
    if (sent) await door.keep({ ...sent, state: 'undone' });
  });
