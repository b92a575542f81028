import { dataOf } from '../api/client.ts';
import { nameOf } from '../api/name-of.ts';
import { newKey } from '../api/new-key.ts';
import { isRefusal, Problem } from '../api/problem.ts';
import { type Decision, decide, hasPassed, type Read } from './decide.ts';
import type { Door } from './door.ts';
import type { Answer, KeptScan, ScanChoice, ScanToSend } from './door-state.ts';
import { listWaiting, timeOfScan } from './kept-scans.ts';
import type { OpenDoor } from './open-door.ts';
import { resultOf } from './refused-ticket.ts';
import { type WaitingScans, waitingAt } from './scan-point.ts';
import { looksLikeTicketCode, readTicketCode } from './ticket-code.ts';
import { changeBy, scanBody } from './upload-scans.ts';

/** People are queuing: a slower connection counts as offline. */
const SERVER_TIMEOUT_MS = 4_000;

/**
 * Lets a ticket pass at the place that was chosen, or says why not. The server decides when it can be reached.
 * Otherwise this device decides, and keeps the scan. While scans of a ticket wait here, this device decides about it,
 * even when the server would decide otherwise: they are sent in their order.
 * @throws Problem when the error is not about the ticket (the session ended, the role changed)
 */
export async function scanTicket(door: OpenDoor, text: string, { listId, direction }: ScanChoice): Promise<Answer> {
  const code = text.trim();
  const waiting = waitingAt(await listWaiting(door.db, door.eventId), listId);
  const here = await decideHere(door.state.list, code, { listId, direction, waiting });
  const ticketId = here.ticket?.id;
  const before = ticketId === undefined ? undefined : waiting.get(ticketId);
  const scan = takeUnanswered(door, { code, listId, direction }, here) ?? {
    code,
    nonce: newKey(),
    eventId: door.eventId,
    listId,
    direction,
    scannedAt: timeOfScan(door.state.list, ticketId, before),
    sent: false,
  };
  const isAsked = !before && door.state.connection !== 'offline';
  if (isAsked) {
    try {
      return await askServer(door, scan, here);
    } catch (error) {
      if (isRefusal(error)) throw error;
      // Tells the next scan that the server cannot be reached; the next reading of the list corrects it.
      door.set({ connection: 'offline' });
    }
  }
  const tried = { ...scan, sent: scan.sent || isAsked };
  if (tried.sent && !hasPassed(here.verdict)) door.unanswered.set(scanName(scan), tried);
  return keepIfPassed(door, tried, here);
}

type ScannedCode = Pick<KeptScan, 'code' | 'listId' | 'direction'>;

const scanName = ({ code, listId, direction }: ScannedCode) => [code, listId, direction].join(' ');

/**
 * The earlier scan of this ticket here, if its answer was lost and it was not let in: sent again, it gets the first
 * answer. A list that lets the ticket pass knows better: that scan has not reached the server, or was undone.
 */
function takeUnanswered(door: OpenDoor, scan: ScannedCode, here: Decision) {
  const name = scanName(scan);
  const earlier = door.unanswered.get(name);
  door.unanswered.delete(name);
  return hasPassed(here.verdict) ? undefined : earlier;
}

interface Here extends ScanChoice {
  waiting: WaitingScans;
}

async function decideHere(
  door: Door | undefined,
  code: string,
  { listId, direction, waiting }: Here,
): Promise<Decision> {
  const list = listId === null ? null : door?.lists.find(({ id }) => id === listId);
  if (!door || list === undefined) return { verdict: 'noList' };
  try {
    return decide(await read(code, door.keys), door, { point: { event: door.event, list, direction }, waiting });
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

async function askServer(door: OpenDoor, scan: ScanToSend, here: Decision): Promise<Answer> {
  const { nonce, direction } = scan;
  try {
    const signal = AbortSignal.timeout(SERVER_TIMEOUT_MS);
    const answer = await dataOf(door.api.POST('/tickets/check-in', { body: scanBody(scan), signal }));
    const { id: ticketId, ticket_number: ticketNumber, list, passage_id: passageId } = answer;
    // Undone since: the list knows another scan, which counts.
    if (scan.sent && here.at && here.at !== answer.passed_at) return notPassed(here, nonce);
    // The place of a door link, when its list has not been read yet.
    const listId = list?.id ?? null;
    const name = nameOf(answer);
    await door.changeTicket(ticketId, (ticket) => changeBy(ticket, answer));
    const passed = { ...scan, listId, ticketId, passageId, ticketNumber, name, sent: true };
    // The server has it. This device only remembers that it was here, to tell of conflicts.
    await door.keep({ ...passed, scannedAt: answer.passed_at, state: 'admitted' }).catch(() => {});
    const verdict = direction === 'in' ? 'admitted' : 'left';
    const admissions = [{ nonce, ticketId, listId, direction, passageId }];
    return { verdict, ticket: answer, name, nonce, admissions };
  } catch (error) {
    const result = error instanceof Problem ? resultOf(error) : undefined;
    if (!result) throw error;
    return { ...result, nonce, admissions: [] };
  }
}

/** Keeps the scan before the result is shown, so that it is sent later, whatever happens to this page. */
async function keepIfPassed(door: OpenDoor, scan: ScanToSend, here: Decision): Promise<Answer> {
  const { ticket, verdict } = here;
  const { nonce, listId, direction } = scan;
  if (!ticket || !hasPassed(verdict)) return notPassed(here, nonce);
  const name = nameOf(ticket);
  await door.keep({ ...scan, ticketId: ticket.id, ticketNumber: ticket.ticket_number, name, state: 'waiting' });
  return { ...here, name, nonce, admissions: [{ nonce, ticketId: ticket.id, listId, direction }] };
}

const notPassed = (here: Decision, nonce: string): Answer => ({
  ...here,
  name: here.ticket && nameOf(here.ticket),
  nonce,
  admissions: [],
});
