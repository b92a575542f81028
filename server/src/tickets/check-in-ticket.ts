import type { Database, Tx } from '../database/database.ts';
import { conflict, notFound } from '../http/errors.ts';
import type { Uuid } from '../uuid.ts';
import { recordNotification } from '../webhooks/record-notification.ts';
import {
  findEventTitle,
  findTicket,
  getTicket,
  getTicketByNumber,
  markTicketUsed,
  wasCheckedInWith,
} from './queries.ts';
import { type Ticket, ticketNumberFrom } from './ticket.ts';

export type CheckedInTicket = Ticket & { checkedInAt: Date };

interface CheckIn {
  organizationId: Uuid;
  ticketId: Uuid;
  now: Date;
  /** Names this scan: sent again (the answer got lost) it is answered as the first time. */
  nonce?: string | null;
}

/**
 * Marks a valid ticket used and records `ticket.checked_in` in the same transaction. Of any number of concurrent scans
 * exactly one succeeds.
 * @throws ApiError 404 when the organization has no such ticket; 409 when it is used (the message says since when),
 * refunded or cancelled
 */
export async function checkInTicket(db: Database, checkIn: CheckIn): Promise<CheckedInTicket> {
  const { organizationId, ticketId, nonce = null, now } = checkIn;
  return db.transaction(async (tx) => {
    if (!(await markTicketUsed(tx, organizationId, ticketId, { nonce, now }))) return alreadyDecided(tx, checkIn);
    const ticket = await getTicket(tx, organizationId, ticketId);
    await recordNotification(tx, {
      organizationId,
      type: 'ticket.checked_in',
      data: {
        ticket_id: ticket.id,
        event_id: ticket.event.id,
        customer: { name: ticket.customer.name },
        checked_in_at: now.toISOString(),
      },
      now,
    });
    return { ...ticket, checkedInAt: now };
  });
}

/** Why no row was updated. Read after the fact, so it may name a state newer than the one that refused us: still a refusal. */
async function alreadyDecided(tx: Tx, { organizationId, ticketId, nonce }: CheckIn): Promise<CheckedInTicket> {
  const ticket = await findTicket(tx, organizationId, ticketId);
  if (!ticket) throw notFound('Ticket');
  const { status, checkedInAt } = ticket;
  if (status !== 'used' || checkedInAt === null) throw conflict(`Ticket is ${status}`);
  if (nonce != null && (await wasCheckedInWith(tx, organizationId, ticketId, nonce))) return { ...ticket, checkedInAt };
  throw conflict(`Ticket was already checked in at ${checkedInAt.toISOString()}`);
}

/**
 * The same by what a scanner read. With `eventId`, a ticket of another event is refused.
 * @throws ApiError 404 for an unknown code or event; 409 as above, or for another event's ticket
 */
export async function checkInByCode(
  db: Database,
  { organizationId, code, eventId, nonce, now }: Omit<CheckIn, 'ticketId'> & { code: string; eventId: Uuid | null },
): Promise<CheckedInTicket> {
  const ticket = await getTicketByNumber(db, organizationId, ticketNumberFrom(code));
  if (eventId !== null && ticket.event.id !== eventId.toLowerCase()) {
    if ((await findEventTitle(db, organizationId, eventId)) === undefined) throw notFound('Event');
    throw conflict(`Ticket is for another event: ${ticket.event.title}`);
  }
  return checkInTicket(db, { organizationId, ticketId: ticket.id, nonce, now });
}
