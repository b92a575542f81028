import type { QueryClient } from '@tanstack/react-query';
import { api, dataOf } from '../../api/client.ts';
import { Problem } from '../../api/problem.ts';
import { type Decision, decide, type Read } from './decide.ts';
import { type Door, withChange } from './door.ts';
import { doorKey } from './door-key.ts';
import { keepScan, keptScansQuery, listKeptScans } from './kept-scans.ts';
import { type SaidAtDoor, saidAtDoor } from './refused-at-door.ts';
import { looksLikeTicketCode, readTicketCode } from './ticket-code.ts';

/** People queue: a line that takes longer is none. */
const PATIENCE_MS = 4_000;

export interface Place {
  organizationId: string;
  eventId: string;
}

export interface Answer extends SaidAtDoor {
  nonce: string;
  /** Of the ticket that was admitted, for taking it back. */
  ticketId?: string;
  /** The server was not asked. */
  offline: boolean;
}

/**
 * Admits, or says why not. The server decides where it can be reached; else this device does, and keeps what it did. Who
 * was let in here and is not told of yet is refused by this device even when the server would admit.
 * @throws Problem when the server refuses something else than the ticket (the session ended, the role changed)
 */
export async function scanTicket(client: QueryClient, place: Place, text: string): Promise<Answer> {
  const code = text.trim();
  const nonce = crypto.randomUUID();
  const here = await decideHere(client, place, code);
  const admittedHere = here.ticket && admittedBy(place).has(here.ticket.id);
  if (admittedHere) return { ...here, name: here.ticket?.customer.name, nonce, offline: true };
  const asked = isLineUp(client, place);
  if (asked) {
    try {
      return { ...(await askServer(client, place, { code, nonce, here })), nonce, offline: false };
    } catch (error) {
      if (!isOutOfReach(error)) throw error;
      // Not waited for: it finds out for the next one that the line is down.
      void client.invalidateQueries({ queryKey: doorKey(place.eventId) });
    }
  }
  return keepIfAdmitted(client, place, { code, here, nonce, asked });
}

/** Nothing came, half of an answer, or a server that is too busy: not what an operation says no with. */
const isOutOfReach = (error: unknown) =>
  !(error instanceof Problem) || error.status === 0 || error.status === 429 || error.status >= 500;

/** As the last question showed it. */
export function isLineUp(client: QueryClient, { eventId }: Pick<Place, 'eventId'>): boolean {
  const asked = client.getQueryState<Door>(doorKey(eventId));
  return navigator.onLine && !(asked?.status === 'error' && isOutOfReach(asked.error));
}

const admittedBy = ({ organizationId }: Place) =>
  new Map(
    listKeptScans(organizationId)
      .filter(({ refusal }) => refusal === undefined)
      .map(({ ticketId, scannedAt }) => [ticketId, scannedAt]),
  );

async function decideHere(client: QueryClient, place: Place, code: string): Promise<Decision> {
  const door = client.getQueryData<Door>(doorKey(place.eventId));
  if (!door) return { verdict: 'noList' };
  try {
    return decide(await read(code, door.keys), door, admittedBy(place));
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

async function askServer(client: QueryClient, { eventId }: Place, { code, nonce, here }: Asked) {
  const signal = AbortSignal.timeout(PATIENCE_MS);
  try {
    const body = { code, event_id: eventId, device_nonce: nonce };
    const { id, checked_in_at: at, customer, attendee } = await dataOf(api.POST('/tickets/check-in', { body, signal }));
    client.setQueryData<Door>(doorKey(eventId), (door) => door && withChange(door, id, at, Date.now()));
    return { verdict: 'admitted', ticket: here.ticket, ticketId: id, name: attendee?.name ?? customer.name } as const;
  } catch (error) {
    const said = error instanceof Problem ? saidAtDoor(error) : undefined;
    if (!said) throw error;
    return said;
  }
}

/** Kept before it is said: who is let in is told of later, whatever happens to this page. */
async function keepIfAdmitted(
  client: QueryClient,
  { organizationId, eventId }: Place,
  { code, here, nonce, asked }: Asked & { asked: boolean },
): Promise<Answer> {
  const { ticket, verdict } = here;
  const name = ticket?.customer.name;
  if (!ticket || verdict !== 'admitted') return { ...here, name, nonce, offline: true };
  keepScan(organizationId, {
    nonce,
    eventId,
    ticketId: ticket.id,
    code,
    ticketNumber: ticket.ticket_number,
    name: ticket.customer.name,
    scannedAt: new Date().toISOString(),
    sent: asked,
  });
  await client.invalidateQueries(keptScansQuery(organizationId));
  return { ...here, ticketId: ticket.id, name, nonce, offline: true };
}
