import { type Html, html } from '../../http/html.ts';
import { dateAndTimeIn } from '../../local-time.ts';
import { type PrintedEvent, type PrintedOrder, type PrintedTicket, placeOf } from '../documents/printed-order.ts';
import { qrSvg } from '../documents/qr.ts';

/** The title says the state first: it is what a screen reader reads, and what a narrow tab shows. */
export interface PageOfState {
  title: string;
  body: Html;
}

/**
 * One ticket, for whoever comes with it: a buyer may have passed the link on, so nothing of the order's other tickets is
 * shown. The code is there only while it admits.
 */
export function ticketPage({ event }: PrintedOrder, ticket: PrintedTicket, path: string): PageOfState {
  const { status, code, seat } = ticket;
  const body = html`
${heading(event)}
${stateNote(event, ticket)}
<section class="card" aria-labelledby="ticket">
<h2 id="ticket">Ticket ${ticket.number}</h2>
${status === 'valid' && code !== null && qrSvg(code, `QR code of ticket ${ticket.number}: show it at the door`)}
<dl>
<dt>Name</dt><dd>${ticket.holder}</dd>
<dt>Ticket</dt><dd>${ticket.tierName}</dd>
${seat && html`<dt>Section</dt><dd>${seat.section}</dd><dt>Row</dt><dd>${seat.row}</dd><dt>Seat</dt><dd>${seat.seat}</dd>`}
</dl>
</section>
${status === 'valid' && html`<p class="quiet">The first who shows this code is admitted. Do not share pictures of it.</p>`}
${documents(event, path, status === 'valid' && 'ticket.pdf')}`;
  return { title: `${STATE_NAMES[status]}: ${event.title}`, body };
}

/** What somebody may take away: nothing is printed that admits nobody. */
export const documents = (event: PrintedEvent, path: string, pdf: string | false) => html`
${pdf && html`<p><a class="button" href="${path}/${pdf}">Download as PDF</a></p>`}
${event.status !== 'cancelled' && html`<p class="center"><a href="${path}/event.ics">Add to calendar</a></p>`}`;

export const STATE_NAMES = {
  valid: 'Ticket',
  used: 'Checked in',
  refunded: 'Refunded',
  cancelled: 'Cancelled',
} as const;

export const heading = (event: PrintedEvent) => html`<header>
<p class="quiet">${event.organizationName}</p>
<h1>${event.title}</h1>
<p><time datetime="${event.startDatetime.toISOString()}">${dateAndTimeIn(event.timeZone, event.startDatetime)}</time></p>
${placeOf(event) && html`<p>${placeOf(event)}</p>`}
</header>`;

function stateNote(event: PrintedEvent, { status, checkedInAt }: PrintedTicket): Html | false {
  switch (status) {
    case 'valid':
      return false;
    case 'used':
      return html`<div class="note" role="status">
<h2>Checked in</h2>
<p>This ticket was used on ${checkedInAt && dateAndTimeIn(event.timeZone, checkedInAt)}. It does not admit again.</p>
</div>`;
    case 'refunded':
      return html`<div class="note bad" role="status">
<h2>Refunded</h2>
<p>This ticket was refunded and admits nobody.</p>
</div>`;
    case 'cancelled':
      return html`<div class="note bad" role="status">
<h2>This event was cancelled</h2>
<p>The ticket admits nobody. What was paid for it is sent back.</p>
</div>`;
  }
}
