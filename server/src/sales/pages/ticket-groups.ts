import { Html, html } from '../../platform/http/pages/html.ts';
import type { OptionTexts } from './option-texts.ts';

/**
 * With more tickets, the fields are in groups that open, so that the payment methods are a few phone screens away at
 * most.
 */
const MOST_OPEN = 4;
const IN_GROUP = 10;

interface TicketFields<Ticket> {
  /** From 1. */
  number(ticket: Ticket): number;
  isToFillIn(ticket: Ticket): boolean;
  isWrong(ticket: Ticket): boolean;
  fields(ticket: Ticket): Html;
}

/**
 * The fields of each ticket. A group with an error is open, and so is the first one with required fields that are still
 * empty.
 */
export function ticketGroups<Ticket>(
  tickets: Ticket[],
  { number, isToFillIn, isWrong, fields }: TicketFields<Ticket>,
  texts: OptionTexts,
): Html[] {
  if (tickets.length <= MOST_OPEN) return tickets.map(fields);
  const groups = [...Map.groupBy(tickets.entries(), ([index]) => Math.floor(index / IN_GROUP)).values()].map((group) =>
    group.map(([, ticket]) => ticket),
  );
  const next = groups.find((group) => group.some(isToFillIn));
  return groups.map((group) => {
    const numbers = group.map(number);
    const title = texts.attendees.group(numbers[0] ?? 0, numbers.at(-1) ?? 0);
    return foldable(title, group === next || group.some(isWrong), group.map(fields));
  });
}

export const foldable = (title: string, isOpen: boolean, content: Html[]): Html =>
  html`<details${isOpen && new Html(' open')}><summary>${title}</summary>
${content}</details>
`;
