import { html } from '../../platform/http/pages/html.ts';
import { organizerContact } from '../../platform/http/pages/organizer-contact.ts';
import type { PageOfState } from '../../platform/http/pages/page.ts';
import { seatLabel } from '../../seating/seat.ts';
import type { Language } from '../../values/language.ts';
import type { PrintedOrder, PrintedTicket } from '../documents/printed-order.ts';
import { TICKETS_PER_PAGE } from '../documents/read-printed-order.ts';
import { receiptOf } from '../documents/receipt.ts';
import { ticketTexts } from './texts.ts';
import { downloads, heading } from './ticket-page.ts';

interface OrderView {
  order: PrintedOrder;
  path: string;
  page: number;
  language: Language;
  /** The buyer has just had the tickets sent to the attendees. */
  sent: boolean;
}

/**
 * All tickets of an order, for its buyer. Each ticket has its own page: with two codes on one screen a scanner may read
 * the wrong one, and a link to one ticket can be shared without the others.
 */
export function orderPage({ order, path, page, language, sent }: OrderView): PageOfState {
  const { event, tickets, quantity } = order;
  const texts = ticketTexts[language];
  const pages = Math.ceil(quantity / TICKETS_PER_PAGE);
  const anyValid = tickets.some(({ status }) => status === 'valid');
  const pdf = anyValid && `tickets.pdf${pages > 1 ? `?page=${page}` : ''}`;
  const body = html`
${heading(event, language)}
<section aria-labelledby="tickets">
<h2 id="tickets">${texts.yours(quantity)}</h2>
<ul class="list">${tickets.map((ticket) => entry(ticket, language))}</ul>
</section>
${pages > 1 && html`<nav class="center" aria-label="${texts.pages}">${page > 1 && html`<a href="${path}?page=${page - 1}">${texts.earlier}</a> `}${texts.page(page, pages)}${page < pages && html` <a href="${path}?page=${page + 1}">${texts.more}</a>`}</nav>`}
${downloads({ path, language, pdf })}
${sent && html`<p role="status">${texts.sentToAttendees}</p>`}
${!order.attendeesMailed && anyValid && html`<form method="post" action="${path}/attendees" class="center"><p>${texts.sendToAttendeesHint}</p><button>${texts.sendToAttendees}</button></form>`}
${receipt(order, language)}
${organizerContact(event.organizer, language)}`;
  return { title: texts.orderTitle(event.title), body };
}

function receipt(order: PrintedOrder, language: Language) {
  const paid = receiptOf(order, language);
  return (
    paid &&
    html`<section class="card" aria-labelledby="payment">
<h2 id="payment">${paid.title}</h2>
<dl class="names">${paid.facts.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>
</section>`
  );
}

function entry({ url, number, status, holder, tierName, seat }: PrintedTicket, language: Language) {
  const texts = ticketTexts[language];
  return html`
<li class="card"><a class="alone" href="${new URL(url).pathname}">${texts.ticket(number)}</a>${status !== 'valid' && html` <strong>${texts.states[status]}</strong>`}
<p>${holder}</p>
<p>${tierName}${seat && html` · ${seat.section}, ${seatLabel(seat)}`}</p></li>`;
}
