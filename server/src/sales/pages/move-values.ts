import type { FormValues } from './form-values.ts';
import { moveAnswers } from './question-values.ts';

/**
 * What was typed for each ticket, at the place that the ticket has after a change. `former` are the numbers before it, as
 * `formerTickets` makes them, and `asked` tickets are asked for their attendee after it.
 */
export const moveValues = (values: FormValues, former: number[], asked: number): FormValues => ({
  ...values,
  attendees: former.slice(0, asked).map((ticket) => values.attendees[ticket - 1] ?? { name: '', email: '' }),
  answers: moveAnswers(values.answers, former),
});
