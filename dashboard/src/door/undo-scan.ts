import { dataOf } from '../api/client.ts';
import { isRefusal, isRefused, Problem } from '../api/problem.ts';
import { checkedIn, unpassed } from './door.ts';
import type { Admission, Answer } from './door-state.ts';
import type { OpenDoor } from './open-door.ts';
import { uploadScan, withUploadLock } from './upload-scans.ts';

/**
 * Undoes all that an answer admitted. What the server refuses to undo stops none of the others. A retry passes over
 * what is undone.
 * @throws Problem
 */
export async function undoAnswer(door: OpenDoor, { admissions }: Answer) {
  const refusals: unknown[] = [];
  for (const admission of admissions)
    await undoScan(door, admission).catch((error: unknown) => {
      if (!isRefusal(error)) throw error;
      refusals.push(error);
    });
  if (refusals.length > 0) throw refusals[0];
}

/**
 * Undoes an entry or an exit. One that was never sent ends on this device. Any other is undone by the server, for which
 * the device must be online.
 * @throws Problem
 */
const undoScan = (door: OpenDoor, { nonce, ticketId, listId, passageId }: Admission) =>
  withUploadLock(async () => {
    const kept = await door.db.get('scans', nonce);
    if (kept?.state === 'undone') return;
    if (kept?.state === 'waiting' && !kept.sent) return door.keep({ ...kept, state: 'undone' });
    await uploadScan(door, nonce);
    const sent = await door.db.get('scans', nonce);
    // The server rejected the check-in of this device, so there is nothing to undo.
    if (sent?.refusal) throw new Problem(sent.refusal);
    const passage = sent?.passageId ?? passageId;
    if (passage) await undoPassage(door, { ticketId, listId, passageId: passage });
    else {
      await undoCheckIn(door, ticketId, nonce);
      await door.changeTicket(ticketId, (ticket) => checkedIn(ticket, null));
    }
    if (sent) await door.keep({ ...sent, state: 'undone' });
  });

type Passage = Pick<Admission, 'ticketId' | 'listId'> & { passageId: string };

async function undoPassage(door: OpenDoor, { ticketId, listId, passageId }: Passage) {
  try {
    const { passages } = await dataOf(door.api.POST('/passages/{id}/undo', { params: { path: { id: passageId } } }));
    await door.changeTicket(ticketId, (ticket) => unpassed(ticket, listId, passages));
  } catch (error) {
    // It was undone before, as below. What is left of the ticket here comes with the list.
    if (!isRefused(error, 'passage_not_last') || !error.details?.undone_at) throw error;
  }
}

async function undoCheckIn({ api }: OpenDoor, ticketId: string, nonce: string) {
  const params = { path: { id: ticketId }, query: { device_nonce: nonce } };
  try {
    await dataOf(api.POST('/tickets/{id}/undo-check-in', { params }));
  } catch (error) {
    // It was undone before: elsewhere, or here, and the answer was lost.
    if (!isRefused(error, 'ticket_not_used') || error.details?.status !== 'valid') throw error;
  }
}
