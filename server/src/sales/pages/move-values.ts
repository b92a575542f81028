import { formerTickets } from '../../checkouts/former-tickets.ts';
import { askedTicketCount, type FormValues } from './form-values.ts';
import { shownLines } from './order-fields.ts';
import type { View } from './order-summary.ts';
import { moveAnswers } from './question-values.ts';

/**
 * What was typed for each ticket of the order that the page showed, at the place that the ticket has in the order now.
 */
export function moveValues(values: FormValues, { checkout, event }: View): FormValues {
  const former = formerTickets(shownLines(values.shown, checkout), checkout.lines);
  const asked = former.slice(0, askedTicketCount(event));
  return {
    ...values,
    attendees: asked.map((ticket) => values.attendees[ticket - 1] ?? { name: '', email: '' }),
    answers: moveAnswers(values.answers, former),
  };
}
