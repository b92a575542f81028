import type { Actor } from '../audit-log/actor.ts';
import { recordChange } from '../audit-log/record-change.ts';
import { type NewMail, recordMails } from '../mail/record-mail.ts';
import type { Database } from '../platform/database/database.ts';
import type { Uuid } from '../values/uuid.ts';
import { drawNumbers } from './draw-numbers.ts';
import { getTicket, markReissued } from './queries.ts';
import { ticketRefusals } from './refusals.ts';
import { newTicketNumber, type Ticket } from './ticket.ts';

interface Reissue {
  organizationId: Uuid;
  actor: Actor;
  ticketId: Uuid;
  now: Date;
}

/** The link to the order is void too: its buyer gets a new one, also if the ticket names another attendee. */
function mailsOf({ id: ticketId, orderId, attendee, customer }: Ticket): NewMail[] {
  const isBuyers = attendee.email === null || attendee.email.toLowerCase() === customer.email.toLowerCase();
  const recipient = attendee.email ?? customer.email;
  const toHolder = { kind: 'new_code', recipient, orderId, ticketId, details: {} } as const;
  return isBuyers ? [toHolder] : [toHolder, { kind: 'tickets', recipient: customer.email, orderId, details: {} }];
}

/**
 * A valid ticket gets a new number, code and link, and its holder a mail with them. What was sent before admits nobody
 * from this moment on: a scan at the same time finds either the old ticket valid, or the code replaced.
 * @throws Refusal 404; 409 when the ticket is not valid
 */
export async function reissueTicket(db: Database, reissue: Reissue): Promise<Ticket> {
  const { organizationId, actor, ticketId, now } = reissue;
  return drawNumbers(() =>
    db.transaction(async (tx) => {
      const reissued = await markReissued(tx, organizationId, ticketId, { number: newTicketNumber(), now });
      const ticket = await getTicket(tx, organizationId, ticketId);
      if (!reissued) throw ticketRefusals.ticket_not_reissuable({ status: ticket.status });
      recordMails(tx, organizationId, mailsOf(ticket), now);
      const change = { before: { revision: ticket.revision - 1 }, after: { revision: ticket.revision } };
      recordChange(tx, { organizationId, actor, action: 'ticket.reissued', subjectId: ticketId, ...change, now });
      return ticket;
    }),
  );
}
