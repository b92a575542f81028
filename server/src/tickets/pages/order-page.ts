import { html } from '../../http/html.ts';
import { seatLabel } from '../../seating/seat.ts';
import { type PrintedOrder, type PrintedTicket, TICKETS_PER_PAGE } from '../documents/printed-order.ts';
import { documents, heading, type PageOfState, STATE_NAMES } from './ticket-page.ts';

/**
 * All tickets of an order, for its buyer. Each has a page of its own: with two codes on one screen a scanner takes the
 * wrong one, and a link to a ticket can be passed on without the others.
 */
export function orderPage({ event, tickets, quantity }: PrintedOrder, path: string, page: number): PageOfState {
  const pages = Math.ceil(quantity / TICKETS_PER_PAGE);
  const anyValid = tickets.some(({ status }) => status === 'valid');
  const body = html`
${heading(event)}
<section aria-labelledby="tickets">
<h2 id="tickets">${quantity === 1 ? 'Your ticket' : `Your ${quantity} tickets`}</h2>
<ul class="list">${tickets.map(entry)}</ul>
</section>
${pages > 1 && html`<nav class="center" aria-label="Pages">${page > 1 && html`<a href="${path}?page=${page - 1}">Earlier tickets</a> `}Page ${page} of ${pages}${page < pages && html` <a href="${path}?page=${page + 1}">More tickets</a>`}</nav>`}
${documents(event, path, anyValid && `tickets.pdf${pages > 1 ? `?page=${page}` : ''}`)}`;
  return { title: `Your tickets: ${event.title}`, body };
}

const entry = ({ url, number, status, holder, tierName, seat }: PrintedTicket) => html`
<li class="card"><a href="${new URL(url).pathname}">Ticket ${number}</a>${status !== 'valid' && html` <strong>${STATE_NAMES[status]}</strong>`}
<p>${holder}</p>
<p>${tierName}${seat && html` · ${seat.section}, ${seatLabel(seat)}`}</p></li>`;
