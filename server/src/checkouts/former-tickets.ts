import type { CheckoutLine } from './checkout.ts';

type Line = Pick<CheckoutLine, 'tierId' | 'sectionId' | 'quantity'>;

/**
 * What a change of the lines makes of the tickets: for each ticket after it, in order, the number that it had before, from 1.
 * Tickets stay with their tier and section, the first ones if there are fewer now; 0 is a new ticket.
 */
export function formerTickets(before: Line[], after: Line[]): number[] {
  const numbersOf = new Map<string, number[]>();
  let last = 0;
  for (const line of before) {
    const numbers = Array.from({ length: line.quantity }, () => ++last);
    numbersOf.set(keyOf(line), numbers);
  }
  return after.flatMap((line) => {
    const numbers = numbersOf.get(keyOf(line)) ?? [];
    return Array.from({ length: line.quantity }, (_, index) => numbers[index] ?? 0);
  });
}

/** A checkout has one line of a tier and section. */
const keyOf = ({ tierId, sectionId }: Line) => `${tierId} ${sectionId}`;
