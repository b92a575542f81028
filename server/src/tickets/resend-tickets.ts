import type { Actor } from '../audit-log/actor.ts';
import { recordChange } from '../audit-log/record-change.ts';
import type { Mail } from '../mail/mail.ts';
import { getMail } from '../mail/queries.ts';
import { recordMails } from '../mail/record-mail.ts';
import { getOrder } from '../orders/queries.ts';
import type { Database, Tx } from '../platform/database/database.ts';
import type { Uuid } from '../values/uuid.ts';
import { lockTicket, lockTicketWithCode } from './order-ticket-queries.ts';
import { getTicket } from './queries.ts';
import { ticketRefusals } from './refusals.ts';

/**
 * Sends the buyer all tickets of an order that can be scanned again, with the same codes.
 * @returns the e-mail, still pending
 * @throws Refusal 404; 409 when no ticket can be scanned
 */
export async function resendOrder(
  db: Database,
  { organizationId, actor, orderId, now }: { organizationId: Uuid; actor: Actor; orderId: Uuid; now: Date },
): Promise<Mail> {
  return db.transaction(async (tx) => {
    await getOrder(tx, organizationId, orderId);
    if (!(await lockTicketWithCode(tx, organizationId, orderId))) throw ticketRefusals.no_valid_ticket();
    // Read after the lock: an erasure of the buyer's data that was faster has replaced the address.
    const { customer } = await getOrder(tx, organizationId, orderId);
    const change = { action: 'order.resent', subjectId: orderId, before: null, after: {} } as const;
    recordChange(tx, { organizationId, actor, ...change, now });
    return send(tx, organizationId, { recipient: customer.email, orderId }, now);
  });
}

/** Sends one ticket again, to its attendee. @throws Refusal 404; 409 when it cannot be scanned any more */
export async function resendTicket(
  db: Database,
  { organizationId, actor, ticketId, now }: { organizationId: Uuid; actor: Actor; ticketId: Uuid; now: Date },
): Promise<Mail> {
  return db.transaction(async (tx) => {
    const hasCode = await lockTicket(tx, organizationId, ticketId);
    const { orderId, status, attendee, customer } = await getTicket(tx, organizationId, ticketId);
    // A valid ticket has a code; the status is compared for the type of the refusal.
    if (status !== 'valid' && !hasCode) throw ticketRefusals.ticket_not_valid({ status });
    const change = { action: 'ticket.resent', subjectId: ticketId, before: null, after: {} } as const;
    recordChange(tx, { organizationId, actor, ...change, now });
    return send(tx, organizationId, { recipient: attendee.email ?? customer.email, orderId, ticketId }, now);
  });
}

async function send(
  tx: Tx,
  organizationId: Uuid,
  about: { recipient: string; orderId: Uuid; ticketId?: Uuid },
  now: Date,
): Promise<Mail> {
  const [mailId = ''] = recordMails(tx, organizationId, [{ kind: 'tickets', ...about, details: {} }], now);
  return getMail(tx, organizationId, mailId);
}
