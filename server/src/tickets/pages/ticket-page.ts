import { type Html, html } from '../../platform/http/pages/html.ts';
import type { PageOfState } from '../../platform/http/pages/page.ts';
import { dateAndTime } from '../../platform/http/pages/times.ts';
import { canBeAsked } from '../../values/brand.ts';
import type { Language } from '../../values/language.ts';
import { dateAndTimeIn } from '../../values/local-time.ts';
import {
  hasCode,
  type PrintedEvent,
  type PrintedOrder,
  type PrintedTicket,
  placeOf,
} from '../documents/printed-order.ts';
import { qrSvg } from '../documents/qr.ts';
import { wayBackOf } from '../documents/way-back.ts';
import { ticketTexts } from './texts.ts';
import { type Wallets, walletButtons } from './wallet-buttons.ts';

interface TicketView {
  order: PrintedOrder;
  ticket: PrintedTicket;
  path: string;
  language: Language;
  wallets: Wallets;
}

/**
 * The page of one ticket, for its attendee. The buyer may have passed the link on, so it shows nothing of the order's
 * other tickets.
 */
export function ticketPage({ order, ticket, path, language, wallets }: TicketView): PageOfState {
  const { event } = order;
  const { number, status, code, seat } = ticket;
  const texts = ticketTexts[language];
  const isShown = hasCode(ticket, event);
  const body = html`
${heading(event, language)}
${stateNote(order, ticket, language)}
<section class="card" aria-labelledby="ticket">
<h2 id="ticket">${texts.ticket(number)}</h2>
${isShown && code !== null && qrSvg(code, ticket.admission ? texts.code(number) : texts.addOnCode(number))}
<dl class="names">
<dt>${texts.name}</dt><dd>${ticket.holder}</dd>
<dt>${ticket.admission ? texts.tier : texts.addOn}</dt><dd>${ticket.tierName}</dd>
${seat && html`<dt>${texts.section}</dt><dd>${seat.section}</dd><dt>${texts.row}</dt><dd>${seat.row}</dd><dt>${texts.seat}</dt><dd>${seat.seat}</dd>`}
</dl>
</section>
${status === 'valid' && html`<p class="quiet">${ticket.admission ? texts.firstIsAdmitted : texts.addOnNote}</p>`}
${downloads({ path, language, pdf: isShown && 'ticket.pdf' })}
${isShown && walletButtons({ wallets, path, language })}`;
  return { title: `${texts.states[status]}: ${event.title}`, body };
}

interface Downloads {
  path: string;
  language: Language;
  pdf: string | false;
}

/** Downloads, for tickets that have a code. */
export const downloads = ({ path, language, pdf }: Downloads) =>
  pdf &&
  html`
<p><a class="button" href="${path}/${pdf}">${ticketTexts[language].download}</a></p>
<p class="center"><a class="alone" href="${path}/event.ics">${ticketTexts[language].calendar}</a></p>`;

export const heading = (event: PrintedEvent, language: Language) => html`<h1>${event.title}</h1>
${startOf(event, language)}
${placeOf(event) && html`<p class="fact">${placeOf(event)}</p>`}`;

const startOf = ({ timeZone, startDatetime }: PrintedEvent, language: Language) =>
  html`<p class="fact">${dateAndTime(language, timeZone, startDatetime)}</p>`;

/** Below the heading of a page that is about something else: a title alone does not tell the dates of a show apart. */
export const whichEvent = (event: PrintedEvent, language: Language) => html`<p class="fact">${event.title}</p>
${startOf(event, language)}`;

function stateNote(order: PrintedOrder, ticket: PrintedTicket, language: Language): Html | false {
  const { event } = order;
  const { status, checkedInAt } = ticket;
  const texts = ticketTexts[language];
  switch (status) {
    case 'valid':
      return false;
    case 'used':
      return html`<div class="note" role="status">
<h2>${texts.states.used}</h2>
<p>${checkedInAt && (hasCode(ticket, event) ? texts.usedBefore : texts.used)(dateAndTimeIn(language, event.timeZone, checkedInAt))}</p>
</div>
${event.status === 'cancelled' && cancelledNote(language, [texts.usedOfCancelled])}`;
    case 'refunded':
      return html`<div class="note bad" role="status">
<h2>${texts.states.refunded}</h2>
<p>${texts.refunded}</p>
</div>`;
    case 'cancelled':
      return cancelledNote(language, [texts.cancelled, ...moneyBackLines(order, [ticket], language)]);
  }
}

/** How the price of cancelled tickets goes back, as that of their whole order; empty when they were free. */
export function moneyBackLines({ payment, event }: PrintedOrder, tickets: PrintedTicket[], language: Language) {
  const isPaid = tickets.some(({ amountCentavos }) => amountCentavos > 0);
  const wayBack = wayBackOf(payment.cancelledCentavos, payment.cancelledByHandCentavos);
  if (!isPaid || !wayBack) return [];
  const { moneyBack, askForMoney } = ticketTexts[language];
  const ask = wayBack === 'byHand' && canBeAsked(event.organizer) ? [askForMoney] : [];
  return [[moneyBack[wayBack](event.organizer.name), ...ask].join(' ')];
}

export const cancelledNote = (language: Language, lines: string[]): Html => html`<div class="note bad" role="status">
<h2>${ticketTexts[language].cancelledHeading}</h2>
${lines.map((line) => html`<p>${line}</p>`)}
</div>`;
