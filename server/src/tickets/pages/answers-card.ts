import { type Html, html } from '../../platform/http/pages/html.ts';
import type { Language } from '../../values/language.ts';
import type { Answer, OrderAnswer } from '../answer-queries.ts';
import type { PrintedTicket } from '../documents/printed-order.ts';
import { ticketName } from './ticket-name.ts';

const TEXTS: Record<Language, { heading: string; ticked: string }> = {
  en: { heading: 'Your answers', ticked: 'Yes' },
  fil: { heading: 'Ang mga sagot mo', ticked: 'Oo' },
};

/** The number of a ticket says nothing to the buyer. */
const nameWithHolder = (ticket: PrintedTicket, language: Language): string => {
  const name = ticketName(ticket, language);
  return ticket.isNamed && !ticket.isPassedOn ? `${name} · ${ticket.holder}` : name;
};

/** What the buyer answered, about the order and about the tickets of this page; false when nothing was asked. */
export function answersCard(answers: OrderAnswer[], tickets: PrintedTicket[], language: Language): Html | false {
  const about = (ticket: string | null) => answers.filter(({ ticketId }) => ticketId === ticket);
  const lists = [
    { name: null, given: about(null) },
    ...tickets.map((ticket) => ({ name: nameWithHolder(ticket, language), given: about(ticket.id) })),
  ].filter(({ given }) => given.length > 0);
  if (lists.length === 0) return false;
  const texts = TEXTS[language];
  const shownValue = ({ kind, value }: Answer) => (kind === 'checkbox' ? texts.ticked : value);
  return html`<section class="card" aria-labelledby="answers">
<h2 id="answers">${texts.heading}</h2>
${lists.map(
  ({ name, given }) => html`${name !== null && html`<h3>${name}</h3>`}
<dl class="names">${given.map((one) => html`<dt>${one.label}</dt><dd>${shownValue(one)}</dd>`)}</dl>
`,
)}</section>`;
}
