import { refundableUntil } from '../../events/refund-rule.ts';
import { Html, html } from '../../platform/http/pages/html.ts';
import { organizerContact } from '../../platform/http/pages/organizer-contact.ts';
import type { PageOfState } from '../../platform/http/pages/page.ts';
import { seatLabel } from '../../seating/seat.ts';
import type { Language } from '../../values/language.ts';
import type { OrderAnswer } from '../answer-queries.ts';
import {
  codesOfBuyer,
  guestsWait,
  type PrintedOrder,
  type PrintedTicket,
  ticketsOfBuyer,
} from '../documents/printed-order.ts';
import { qrSvg } from '../documents/qr.ts';
import { TICKETS_PER_PAGE } from '../documents/read-printed-order.ts';
import { receiptOf } from '../documents/receipt.ts';
import { actionTexts } from './action-texts.ts';
import { answersCard } from './answers-card.ts';
import type { Done } from './done.ts';
import { ticketTexts } from './texts.ts';
import { ticketName } from './ticket-name.ts';
import { cancelledNote, downloads, heading, moneyBackLines } from './ticket-page.ts';
import { type Wallets, walletButtons } from './wallet-buttons.ts';

interface OrderView {
  order: PrintedOrder;
  answers: OrderAnswer[];
  path: string;
  page: number;
  language: Language;
  /** What the buyer has just done here. */
  done: Done | undefined;
  wallets: Wallets;
  now: Date;
}

/** A code is 4 KB: with more the page is slow on a phone, and each ticket's own page has its code. */
const MOST_CODES = 10;

/**
 * All tickets of an order, for its buyer. One code is open at a time, because with two on one screen a scanner may read
 * the wrong one. Each ticket has its own page, too: its link can be shared without the others.
 */
export function orderPage({ order, answers, path, page, language, done, wallets, now }: OrderView): PageOfState {
  const { event, tickets, quantity, addOnQuantity } = order;
  const texts = ticketTexts[language];
  const pages = Math.ceil(quantity / TICKETS_PER_PAGE);
  const [admitting, addOns] = [tickets.filter(({ admission }) => admission), tickets.filter((one) => !one.admission)];
  const isChangeable = event.startDatetime > now && event.status !== 'cancelled';
  const shown = codesOfBuyer(order);
  const own = shown.length;
  const codes = own <= MOST_CODES ? own : 0;
  const pdf = own > 0 && `tickets.pdf${pages > 1 ? `?page=${page}` : ''}`;
  const section = (id: string, title: string, listed: PrintedTicket[]) =>
    listed.length > 0 &&
    html`<section aria-labelledby="${id}">
<h2 id="${id}">${title}</h2>
<ul class="list">${listed.map((ticket) => entry(ticket, { path, language, isChangeable, isShown: shown.includes(ticket), codes, wallets }))}</ul>
</section>`;
  const body = html`
${heading(event, language)}
<p class="fact">${texts.order(order.orderNumber)}</p>
${done && html`<div class="note" role="status"><p>${doneText(done, order, language)}</p></div>`}
${event.status === 'cancelled' && cancelledNote(language, linesOfCancelled(order, language))}
${section('tickets', texts.yours(quantity - addOnQuantity), admitting)}
${section('add-ons', texts.addOns, addOns)}
${pages > 1 && html`<nav class="center" aria-label="${texts.pages}">${page > 1 && html`<a href="${path}?page=${page - 1}">${texts.earlier}</a> `}${texts.page(page, pages)}${page < pages && html` <a href="${path}?page=${page + 1}">${texts.more}</a>`}</nav>`}
${downloads({ path, language, pdf })}
${guestsWait(order) && html`<form method="post" action="${path}/attendees" class="center"><p>${texts.sendToAttendeesHint}</p><button>${texts.sendToAttendees}</button></form>`}
${own > 0 && html`<form method="post" action="${path}/resend" class="center"><p>${actionTexts[language].again}</p><button class="plain">${actionTexts[language].resend}</button></form>`}
${refundLink(order, { path, language, now })}
${answersCard(answers, tickets, language)}
${receipt(order, language)}
${organizerContact(event.organizer, language)}`;
  return { title: texts.orderTitle(event.title), body };
}

/**
 * A buyer who has mistyped the address of the e-mail must be able to see it while there is time to ask the organizer.
 */
function doneText(done: Done, { customer }: PrintedOrder, language: Language): string {
  const texts = actionTexts[language];
  return done === 'bought' ? texts.bought(customer.email) : texts.done[done];
}

function linesOfCancelled(order: PrintedOrder, language: Language): string[] {
  const { cancelledTickets, usedOfCancelled } = ticketTexts[language];
  const cancelled = order.tickets.filter(({ status }) => status === 'cancelled');
  return [
    ...(cancelled.length > 0 ? [cancelledTickets, ...moneyBackLines(order, cancelled, language)] : []),
    ...(order.tickets.some(({ status }) => status === 'used') ? [usedOfCancelled] : []),
  ];
}

/** Where the event's rule lets the buyer give tickets back. */
function refundLink(order: PrintedOrder, { path, language, now }: { path: string; language: Language; now: Date }) {
  const { event, isRefundRequested } = order;
  const texts = actionTexts[language];
  if (isRefundRequested)
    return html`<p class="quiet">${texts.refundPending}</p>
<p class="center"><a class="alone" href="${path}/refund/withdraw">${texts.withdraw}</a></p>`;
  const isOpen = event.refundRule && refundableUntil(event.refundRule, event.startDatetime) > now;
  return (
    isOpen &&
    ticketsOfBuyer(order).length > 0 &&
    html`<p class="center"><a class="alone" href="${path}/refund">${texts.refund}</a></p>`
  );
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

interface EntryView {
  path: string;
  language: Language;
  isChangeable: boolean;
  /** Whether the buyer may see its code. */
  isShown: boolean;
  /** How many codes the page has. */
  codes: number;
  wallets: Wallets;
}

/** A ticket that was passed on has no link: its page shows the code, which is its holder's alone. */
function entry(ticket: PrintedTicket, { path, language, isChangeable, isShown, codes, wallets }: EntryView) {
  const { id, url, number, status, holder, tierName, seat, isPassedOn, mayBePassedOn, code } = ticket;
  const { passedOn, passOnAgain, change, showCode } = actionTexts[language];
  const shown = codes > 0 && isShown && code !== null;
  const texts = ticketTexts[language];
  const name = ticketName(ticket, language);
  return html`
<li class="card">${isPassedOn ? html`<span>${name}</span> <strong>${passedOn}</strong>` : html`<a class="alone" href="${new URL(url).pathname}">${name}</a>`}${status !== 'valid' && html` <strong>${texts.states[status]}</strong>`}
${!isPassedOn && html`<p>${holder}</p>`}
<p>${tierName}${seat && html` · ${seat.section}, ${seatLabel(seat)}`}</p>
${shown && html`<details name="code"${codes === 1 && new Html(' open')}><summary>${showCode}</summary>${qrSvg(code, texts.code(number))}</details>${walletButtons({ wallets, path: new URL(url).pathname, language, name })}`}
${status === 'valid' && isChangeable && (mayBePassedOn || !isPassedOn) && html`<p><a class="alone" href="${path}/tickets/${id}">${isPassedOn ? passOnAgain : change}<span class="unseen">: ${name}</span></a></p>`}</li>`;
}
