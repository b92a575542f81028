import type { QueryClient } from '@tanstack/react-query';
import { api, dataOf } from '../../api/client.ts';
import { Problem } from '../../api/problem.ts';
import { type Decision, decide, type Read } from './decide.ts';
import { type Door, withChange } from './door.ts';
import { doorKey } from './door-key.ts';
import { resultOf, type TicketResult } from './refused-ticket.ts';
import { listStoredScans, storedScansQuery, storeScan } from './stored-scans.ts';
import { looksLikeTicketCode, readTicketCode } from './ticket-code.ts';

/** People are queuing: a slower connection counts as offline. */
const SERVER_TIMEOUT_MS = 4_000;

export interface EventRef {
  organizationId: string;
  eventId: string;
}

export interface Answer extends TicketResult {
  nonce: string;
  /** The admitted ticket, to undo the check-in. */
  ticketId?: string;
  /** This device decided, not the server. */
  offline: boolean;
}

/**
 * Admits a ticket, or says why not. The server decides when it can be reached. Otherwise this device decides, and
 * stores the check-in. A ticket whose check-in is stored but not sent yet is refused by this device, even when the
 * server would admit it.
 * @throws Problem when the error is not about the ticket (the session ended, the role changed)
 */
export async function scanTicket(client: QueryClient, event: EventRef, text: string): Promise<Answer> {
  const code = text.trim();
  const nonce = crypto.randomUUID();
  const here = await decideHere(client, event, code);
  const admittedHere = here.ticket && admittedBy(event).has(here.ticket.id);
  if (admittedHere) return { ...here, name: here.ticket?.customer.name, nonce, offline: true };
  const asked = isOnline(client, event);
  if (asked) {
    try {
      return { ...(await askServer(client, event, { code, nonce, here })), nonce, offline: false };
    } catch (error) {
      if (!isUnreachable(error)) throw error;
      // Not awaited: it tells the next scan that the server cannot be reached.
      void client.invalidateQueries({ queryKey: doorKey(event.eventId) });
    }
  }
  return storeIfAdmitted(client, event, { code, here, nonce, asked });
}

/** No answer, half of one, or a server that is too busy: the operation itself did not refuse. */
const isUnreachable = (error: unknown) =>
  !(error instanceof Problem) || error.status === 0 || error.status === 429 || error.status >= 500;

/** As the last request of the ticket list showed. */
export function isOnline(client: QueryClient, { eventId }: Pick<EventRef, 'eventId'>): boolean {
  const asked = client.getQueryState<Door>(doorKey(eventId));
  return navigator.onLine && !(asked?.status === 'error' && isUnreachable(asked.error));
}

const admittedBy = ({ organizationId }: EventRef) =>
  new Map(
    listStoredScans(organizationId)
      .filter(({ refusal }) => refusal === undefined)
      .map(({ ticketId, scannedAt }) => [ticketId, scannedAt]),
  );

async function decideHere(client: QueryClient, event: EventRef, code: string): Promise<Decision> {
  const door = client.getQueryData<Door>(doorKey(event.eventId));
  if (!door) return { verdict: 'noList' };
  try {
    return decide(await read(code, door.keys), door, admittedBy(event));
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

async function askServer(client: QueryClient, { eventId }: EventRef, { code, nonce, here }: Asked) {
  const signal = AbortSignal.timeout(SERVER_TIMEOUT_MS);
  try {
    const body = { code, event_id: eventId, device_nonce: nonce };
    const admitted = await dataOf(api.POST('/tickets/check-in', { body, signal }));
    const { id, checked_in_at: at, customer, attendee, answers } = admitted;
    client.setQueryData<Door>(doorKey(eventId), (door) => door && withChange(door, id, at, Date.now()));
    const name = attendee?.name ?? customer.name;
    return { verdict: 'admitted', ticket: here.ticket, answers, ticketId: id, name } as const;
  } catch (error) {
    const result = error instanceof Problem ? resultOf(error) : undefined;
    if (!result) throw error;
    return result;
  }
}

/** Stores the check-in before the result is shown, so that it is sent later, whatever happens to this page. */
async function storeIfAdmitted(
  client: QueryClient,
  { organizationId, eventId }: EventRef,
  { code, here, nonce, asked }: Asked & { asked: boolean },
): Promise<Answer> {
  const { ticket, verdict } = here;
  const name = ticket?.customer.name;
  if (!ticket || verdict !== 'admitted') return { ...here, name, nonce, offline: true };
  storeScan(organizationId, {
    nonce,
    eventId,
    ticketId: ticket.id,
    code,
    ticketNumber: ticket.ticket_number,
    name: ticket.customer.name,
    scannedAt: new Date().toISOString(),
    sent: asked,
  });
  await client.invalidateQueries(storedScansQuery(organizationId));
  return { ...here, ticketId: ticket.id, name, nonce, offline: true };
}
