import type { RequestedLine } from './checkout-request.ts';

type Line = Pick<RequestedLine, 'tierId' | 'sectionId' | 'quantity'>;

/**
 * What a change of the lines makes of the tickets: for each ticket after it, in order, the number that it had before,
 * from 1. Tickets stay with their tier and section, the first ones if there are fewer now; 0 is a new ticket.
 */
export function formerTickets(before: Line[], after: Line[]): number[] {
  const numbersOf = new Map<string, { first: number; quantity: number }>();
  let first = 1;
  for (const line of before) {
    numbersOf.set(keyOf(line), { first, quantity: line.quantity });
    first += line.quantity;
  }
  return after.flatMap((line) => {
    const numbers = numbersOf.get(keyOf(line)) ?? { first: 0, quantity: 0 };
    return Array.from({ length: line.quantity }, (_, index) => (index < numbers.quantity ? numbers.first + index : 0));
  });
}

/** A checkout has one line of a tier and section. */
const keyOf = ({ tierId, sectionId }: Line) => `${tierId} ${sectionId}`;
