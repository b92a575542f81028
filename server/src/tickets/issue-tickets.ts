import type { Tx } from '../database/database.ts';
import { pesosFromCentavos } from '../money.ts';
import { newId, type Uuid } from '../uuid.ts';
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
 * @returns their ids in order of their numbers, as they are listed
 * @throws a violation of `tickets_one_number` when a number was taken: the whole transaction is to be tried again
 */
export async function issueTickets(tx: Tx, purchase: Issue): Promise<Uuid[]> {
  const { organizationId, eventId, customerName, purchasedAt } = purchase;
  // In the order in which they are listed: the first ticket is the party's first seat.
  const numbers = Array.from({ length: purchase.quantity }, newTicketNumber).toSorted();
  const amounts = spread(purchase.totalCentavos, purchase.quantity);
  const tickets = numbers.map((ticketNumber, index) => ({
    id: newId(purchasedAt),
    ticketNumber,
    amountCentavos: amounts[index] ?? 0,
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
  return tickets.map(({ id }) => id);
}

/** Equal parts that differ by a centavo at most, the larger ones first: 1000 over 3 is 334, 333, 333. */
export function spread(totalCentavos: number, parts: number): number[] {
  const least = Math.floor(totalCentavos / parts);
  const larger = totalCentavos - least * parts;
  return Array.from({ length: parts }, (_, index) => (index < larger ? least + 1 : least));
}
