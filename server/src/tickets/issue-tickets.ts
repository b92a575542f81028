import { type Attendee, UNNAMED_ATTENDEE } from '../checkouts/attendee.ts';
import { subtotalOf } from '../checkouts/checkout.ts';
import type { Tx } from '../platform/database/database.ts';
import { pesosFromCentavos } from '../values/money.ts';
import { newId, type Uuid } from '../values/uuid.ts';
import { recordNotifications } from '../webhooks/record-notification.ts';
import { insertTickets, type NewTicket } from './queries.ts';
import { newTicketNumber } from './ticket.ts';

interface Line {
  tierId: Uuid;
  quantity: number;
  unitPriceCentavos: number;
}

interface Purchase {
  /** The order's id. */
  id: Uuid;
  checkoutId: Uuid;
  lines: Line[];
  totalCentavos: number;
  customer: { name: string };
  /** In the order of the tickets; the remaining tickets have the buyer's name. */
  attendees: Attendee[];
}

/**
 * Creates the tickets of orders of one event, line by line, and one `ticket.purchased` each. The total of an order is
 * spread over its tickets to the centavo, so that refunds of all of them add up to it.
 * @returns ids by checkout, in the order of the ticket numbers. The transaction rejects with a violation of
 * `tickets_one_number` when a number is taken, and must be repeated
 */
export function issueTickets(
  tx: Tx,
  { organizationId, eventId }: { organizationId: Uuid; eventId: Uuid },
  purchases: Purchase[],
  now: Date,
): Map<Uuid, Uuid[]> {
  const issued = purchases.map((purchase) => ({ purchase, tickets: ticketsOf(purchase, now) }));
  const ticketIds = new Map(issued.map(({ purchase, tickets }) => [purchase.checkoutId, tickets.map(({ id }) => id)]));
  insertTickets(
    tx,
    { organizationId, eventId, purchasedAt: now },
    issued.flatMap(({ tickets }) => tickets),
  );
  recordNotifications(
    tx,
    organizationId,
    issued.flatMap(({ purchase, tickets }) =>
      tickets.map(({ id, amountCentavos }) => ({
        type: 'ticket.purchased',
        data: {
          ticket_id: id,
          event_id: eventId,
          customer: { name: purchase.customer.name },
          amount: pesosFromCentavos(amountCentavos),
        },
      })),
    ),
    now,
  );
  return ticketIds;
}

/** Numbers in ascending order, as tickets are listed: the first ticket has the party's first seat. */
function ticketsOf(purchase: Purchase, now: Date): NewTicket[] {
  const { id: orderId, lines, totalCentavos, attendees } = purchase;
  const places = spreadOverLines(totalCentavos, lines);
  const numbers = Array.from(places, newTicketNumber).toSorted();
  return places.map(({ tierId, priceCentavos, amountCentavos }, position) => {
    const ticketNumber = numbers[position] ?? '';
    const attendee = attendees[position] ?? UNNAMED_ATTENDEE;
    return { id: newId(now), orderId, tierId, position, ticketNumber, priceCentavos, amountCentavos, attendee };
  });
}

/**
 * The tickets of an order with what each costs. The total is divided between the lines in proportion to their prices,
 * and within a line into equal parts: no ticket costs more than its price, or less than nothing.
 */
export function spreadOverLines(totalCentavos: number, lines: Line[]) {
  const subtotal = subtotalOf(lines);
  // BigInt, because the product exceeds 2^53. The share of the lines up to each is rounded down, so that all add up.
  const shareOf = (part: number) =>
    subtotal === 0 ? 0 : Number((BigInt(totalCentavos) * BigInt(part)) / BigInt(subtotal));
  let before = 0;
  return lines.flatMap(({ tierId, quantity, unitPriceCentavos: priceCentavos }) => {
    const after = before + quantity * priceCentavos;
    const amounts = spread(shareOf(after) - shareOf(before), quantity);
    before = after;
    return amounts.map((amountCentavos) => ({ tierId, priceCentavos, amountCentavos }));
  });
}

/** Equal parts that differ by a centavo at most, the larger ones first: 1000 over 3 is 334, 333, 333. */
export function spread(totalCentavos: number, parts: number): number[] {
  const least = Math.floor(totalCentavos / parts);
  const larger = totalCentavos - least * parts;
  return Array.from({ length: parts }, (_, index) => (index < larger ? least + 1 : least));
}
