import type { CheckoutLine } from '../../checkouts/checkout.ts';

type Ticket = Omit<CheckoutLine, 'quantity'>;

/**
 * The lines of an order after some of its tickets moved, by their positions. Tickets keep their positions, by which
 * they have seats, attendees and answers, so a line is a run of neighbours with the same tier, section and price.
 */
export function linesAfter(lines: CheckoutLine[], moved: Map<number, Ticket>): CheckoutLine[] {
  const after: CheckoutLine[] = [];
  let position = 0;
  for (const { quantity, ...ticket } of lines)
    for (const end = position + quantity; position < end; position++) {
      const now = moved.get(position) ?? ticket;
      const last = after.at(-1);
      if (last && isSame(last, now)) last.quantity++;
      else after.push({ ...now, quantity: 1 });
    }
  return after;
}

const isSame = (a: Ticket, b: Ticket) =>
  a.tierId === b.tierId && a.sectionId === b.sectionId && a.unitPriceCentavos === b.unitPriceCentavos;
