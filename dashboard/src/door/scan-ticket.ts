import { dataOf } from '../api/client.ts';
import { Problem } from '../api/problem.ts';
import { type Decision, decide, type Read } from './decide.ts';
import { type Door, nameOf } from './door.ts';
import { isUnreachable } from './door-api.ts';
import type { Answer } from './door-state.ts';
import { listWaiting } from './kept-scans.ts';
import type { OpenDoor } from './open-door.ts';
import { resultOf } from './refused-ticket.ts';
import { looksLikeTicketCode, readTicketCode } from './ticket-code.ts';

/** People are queuing: a slower connection counts as offline. */
const SERVER_TIMEOUT_MS = 4_000;

/**
 * Admits a ticket, or says why not. The server decides when it can be reached. Otherwise this device decides, and
 * keeps the check-in. A ticket whose check-in is kept but not sent yet is refused by this device, even when the
 * server would admit it.
 * @throws Problem when the error is not about the ticket (the session ended, the role changed)
 */
export async function scanTicket(door: OpenDoor, text: string): Promise<Answer> {
  const code = text.trim();
  const nonce = crypto.randomUUID();
  const waiting = await listWaiting(door.db, door.eventId);
  const admittedHere = new Map(waiting.map(({ ticketId, scannedAt }) => [ticketId, scannedAt]));
  const here = await decideHere(door.state.list, code, admittedHere);
  const name = here.ticket && nameOf(here.ticket);
  if (here.ticket && admittedHere.has(here.ticket.id)) return { ...here, name, nonce, admissions: [], offline: true };
  const isAsked = navigator.onLine && door.state.connection !== 'offline';
  if (isAsked) {
    try {
      return await askServer(door, { code, nonce, here });
    } catch (error) {
      if (!isUnreachable(error)) throw error;
      // Tells the next scan that the server cannot be reached; the next reading of the list corrects it.
      door.set({ connection: 'offline' });
    }
  }
  return keepIfAdmitted(door, { code, here, nonce, sent: isAsked });
}

async function decideHere(
  list: Door | undefined,
  code: string,
  admittedHere: ReadonlyMap<string, string>,
): Promise<Decision> {
  if (!list) return { verdict: 'noList' };
  try {
    return decide(await read(code, list.keys), list, admittedHere);
  } catch (error) {
    if (error instanceof DOMException) return { verdict: 'notVerifiable' };
    throw error;
  }
}

async function read(code: string, keys: Door['keys']): Promise<Read> {
  if (!looksLikeTicketCode(code)) return { by: 'number', number: code };
  const signed = await readTicketCode(code, keys);
  return signed && { by: 'code', code: signed };
}

interface Asked {
  code: string;
  nonce: string;
  here: Decision;
}

async function askServer(door: OpenDoor, { code, nonce, here }: Asked): Promise<Answer> {
  const { eventId } = door;
  const signal = AbortSignal.timeout(SERVER_TIMEOUT_MS);
  try {
    const body = { code, event_id: eventId, device_nonce: nonce };
    const {
      id,
      checked_in_at: at,
      customer,
      attendee,
      answers,
    } = await dataOf(door.api.POST('/tickets/check-in', { body, signal }));
    const name = attendee?.name ?? customer.name;
    await door.changeTicket(id, at);
    const ticketNumber = here.ticket?.ticket_number ?? '';
    const admitted = { nonce, eventId, ticketId: id, code, ticketNumber, name, scannedAt: at, sent: true };
    // The server has it. This device only remembers that it was here, to tell of conflicts.
    await door.keep({ ...admitted, state: 'admitted' }).catch(() => {});
    const admissions = [{ nonce, ticketId: id }];
    return { verdict: 'admitted', ticket: here.ticket, answers, name, nonce, admissions, offline: false };
  } catch (error) {
    const result = error instanceof Problem ? resultOf(error) : undefined;
    if (!result) throw error;
    return { ...result, nonce, admissions: [], offline: false };
  }
}

/** Keeps the check-in before the result is shown, so that it is sent later, whatever happens to this page. */
async function keepIfAdmitted(door: OpenDoor, { code, here, nonce, sent }: Asked & { sent: boolean }): Promise<Answer> {
  const { ticket, verdict } = here;
  const name = ticket && nameOf(ticket);
  if (!ticket || verdict !== 'admitted') return { ...here, name, nonce, admissions: [], offline: true };
  const { eventId } = door;
  const scannedAt = new Date().toISOString();
  const scan = { nonce, eventId, ticketId: ticket.id, code, ticketNumber: ticket.ticket_number, scannedAt, sent };
  await door.keep({ ...scan, name: nameOf(ticket), state: 'waiting' });
  return { ...here, name, nonce, admissions: [{ nonce, ticketId: ticket.id }], offline: true };
}
