import type { Tx } from '../database/database.ts';
import { pesosFromCentavos } from '../money.ts';
import { newId } from '../uuid.ts';
import { recordNotifications } from '../webhooks/record-notification.ts';
import { insertTickets, type Purchase } from './queries.ts';
import { newTicketNumber } from './ticket.ts';

interface Issue extends Purchase {
  quantity: number;
  totalCentavos: number;
  customerName: string;
}

/**
 * Makes the tickets of an order and one `ticket.purchased` each. The total is spread over them to the centavo, so that
 * refunds of all of them add up to it.
 * @throws a violation of `tickets_one_number` when a number was taken: the whole transaction is to be tried again
 */
export async function issueTickets(tx: Tx, purchase: Issue): Promise<void> {
  const { organizationId, eventId, customerName, purchasedAt } = purchase;
  const tickets = spread(purchase.totalCentavos, purchase.quantity).map((amountCentavos) => ({
    id: newId(purchasedAt),
    ticketNumber: newTicketNumber(),
    amountCentavos,
  }));
  await insertTickets(tx, purchase, tickets);
  await recordNotifications(
    tx,
    organizationId,
    tickets.map(({ id, amountCentavos }) => ({
      type: 'ticket.purchased',
      data: {
        ticket_id: id,
        event_id: eventId,
        customer: { name: customerName },
        amount: pesosFromCentavos(amountCentavos),
      },
    })),
    purchasedAt,
  );
}

/** Equal parts that differ by a centavo at most, the larger ones first: 1000 over 3 is 334, 333, 333. */
export function spread(totalCentavos: number, parts: number): number[] {
  const least = Math.floor(totalCentavos / parts);
  const larger = totalCentavos - least * parts;
  return Array.from({ length: parts }, (_, index) => (index < larger ? least + 1 : least));
}
