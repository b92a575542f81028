import type { Actor } from '../audit-log/actor.ts';
import { recordChange } from '../audit-log/record-change.ts';
import { type NewMail, recordMails } from '../mail/record-mail.ts';
import type { Database } from '../platform/database/database.ts';
import type { Uuid } from '../values/uuid.ts';
import { getTicket, markReissued } from './queries.ts';
import { ticketRefusals } from './refusals.ts';
import { retryOnNumberCollision } from './retry-on-number-collision.ts';
import { newTicketNumber, type Ticket } from './ticket.ts';
import { recordPassChanges } from './wallet/record-pass-changes.ts';

interface Reissue {
  organizationId: Uuid;
  actor: Actor;
  ticketId: Uuid;
  now: Date;
}

/** The order's link is void too, so the buyer gets a new one even if the ticket names another attendee. */
function mailsOf({ id: ticketId, orderId, attendee, customer }: Ticket): NewMail[] {
  const isBuyers = attendee.email === null || attendee.email.toLowerCase() === customer.email.toLowerCase();
  const recipient = attendee.email ?? customer.email;
  const toHolder = { kind: 'new_code', recipient, orderId, ticketId, details: {} } as const;
  return isBuyers ? [toHolder] : [toHolder, { kind: 'tickets', recipient: customer.email, orderId, details: {} }];
}

/**
 * Gives a ticket that can be scanned a new number, code and link, and e-mails them to its holder. The old ones stop
 * working at once: a concurrent scan finds either the old ticket valid, or its code replaced.
 * @throws Refusal 404; 409 when the ticket cannot be scanned any more
 */
export async function reissueTicket(db: Database, reissue: Reissue): Promise<Ticket> {
  const { organizationId, actor, ticketId, now } = reissue;
  return retryOnNumberCollision(() =>
    db.transaction(async (tx) => {
      const reissued = await markReissued(tx, organizationId, ticketId, { number: newTicketNumber(), now });
      const ticket = await getTicket(tx, organizationId, ticketId);
      if (!reissued) throw ticketRefusals.ticket_not_reissuable({ status: ticket.status });
      recordMails(tx, organizationId, mailsOf(ticket), now);
      recordPassChanges(tx, organizationId, [ticketId], now);
      const change = { before: { revision: ticket.revision - 1 }, after: { revision: ticket.revision } };
      recordChange(tx, { organizationId, actor, action: 'ticket.reissued', subjectId: ticketId, ...change, now });
      return ticket;
    }),
  );
}
