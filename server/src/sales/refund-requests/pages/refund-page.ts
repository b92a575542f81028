import { type RefundRule, refundableUntil, refundOf } from '../../../events/refund-rule.ts';
import { html } from '../../../platform/http/pages/html.ts';
import type { PageOfState } from '../../../platform/http/pages/page.ts';
import { seatFrom, seatLabel } from '../../../seating/seat.ts';
import type { PrintedEvent } from '../../../tickets/documents/printed-order.ts';
import type { OrderTicket } from '../../../tickets/order-ticket-queries.ts';
import { pressField } from '../../../tickets/pages/once-per-press.ts';
import { whichEvent } from '../../../tickets/pages/ticket-page.ts';
import type { Language } from '../../../values/language.ts';
import { dateAndTimeIn } from '../../../values/local-time.ts';
import { formatPesos } from '../../../values/money.ts';
import { refundTerms } from '../request-refund.ts';
import { refundTexts } from './texts.ts';

interface RefundView {
  event: PrintedEvent;
  rule: RefundRule;
  /** The tickets that the buyer can give back. */
  tickets: OrderTicket[];
  /** The address of the order's page. */
  orderPath: string;
  language: Language;
}

/** Which ticket it is: its number says nothing to the buyer. */
function wordsOf(ticket: OrderTicket): string {
  const seat = seatFrom(ticket);
  const place = seat && `${seat.section}, ${seatLabel(seat)}`;
  return [ticket.ticketNumber, ticket.attendeeName, ticket.tierName, place].filter(Boolean).join(' · ');
}

const REFUND_FORM = 'refund';
const keeps = (orderPath: string) => ({ form: REFUND_FORM, action: `${orderPath}/refund` });

/** Asks which tickets, of which `chosen` are ticked, and says the rule. `isWrong`: none was chosen. */
export function refundPage({
  event,
  rule,
  tickets,
  orderPath,
  language,
  chosen,
  isWrong,
}: RefundView & { chosen: OrderTicket[]; isWrong: boolean }): PageOfState {
  const texts = refundTexts[language];
  const { feePercent, feeCentavos } = rule;
  const fixed = feeCentavos > 0 ? formatPesos(language, feeCentavos) : null;
  const until = dateAndTimeIn(language, event.timeZone, refundableUntil(rule, event.startDatetime));
  const body = html`<h1>${texts.title}</h1>
${whichEvent(event, language)}
<p>${rule.approval === 'automatic' ? texts.automatic : texts.request} ${feePercent > 0 || fixed ? texts.fee(feePercent, fixed) : texts.noFee} ${texts.until(until)}</p>
<form id="${REFUND_FORM}" method="post" action="${orderPath}/refund">
<fieldset${isWrong && html` aria-describedby="none"`}>
<legend>${texts.which}</legend>
${isWrong && html`<p id="none" class="wrong" role="alert">${texts.none}</p>`}
${tickets.map(
  (ticket) =>
    html`<label class="choice"><input type="checkbox" name="ticket" value="${ticket.id}"${chosen.includes(ticket) && html` checked`}> ${wordsOf(ticket)} · ${formatPesos(language, ticket.amountCentavos)}</label>
`,
)}</fieldset>
<button>${texts.next}</button>
</form>
<p class="center"><a class="alone" href="${orderPath}">${texts.keep}</a></p>`;
  return { title: `${texts.title}: ${event.title}`, body, keeps: keeps(orderPath) };
}

/** Asks before the tickets become invalid, with the amounts that the buyer agrees to. */
export function confirmRefundPage({ event, rule, tickets, orderPath, language }: RefundView): PageOfState {
  const texts = refundTexts[language];
  const { backCentavos, keptCentavos } = refundOf(tickets, rule);
  const pesos = (centavos: number) => formatPesos(language, centavos);
  const isAutomatic = rule.approval === 'automatic';
  const body = html`<h1>${texts.confirm}</h1>
${whichEvent(event, language)}
<div class="note">
<ul>${tickets.map((ticket) => html`<li>${wordsOf(ticket)}</li>`)}</ul>
<p>${texts.amount(pesos(backCentavos), keptCentavos > 0 ? pesos(keptCentavos) : null)}</p>
<p>${isAutomatic ? texts.final : texts.request}</p>
</div>
<form id="${REFUND_FORM}" method="post" action="${orderPath}/refund">
${tickets.map(({ id }) => html`<input type="hidden" name="ticket" value="${id}">`)}
<input type="hidden" name="confirmed" value="${refundTerms(tickets, rule)}">
${pressField()}
<button>${isAutomatic ? texts.refundNow : texts.requestNow}</button>
</form>
<p class="center"><a class="alone" href="${orderPath}">${texts.keep}</a></p>`;
  return { title: `${texts.confirm}: ${event.title}`, body, keeps: keeps(orderPath) };
}

/** Asks before a request is withdrawn: the rule may not allow another one. */
export function withdrawPage({
  event,
  orderPath,
  language,
  now,
}: Pick<RefundView, 'event' | 'orderPath' | 'language'> & { now: Date }): PageOfState {
  const texts = refundTexts[language];
  const until = event.refundRule && refundableUntil(event.refundRule, event.startDatetime);
  const body = html`<h1>${texts.withdraw}</h1>
${whichEvent(event, language)}
<p>${texts.keptAfterwards} ${until && until > now ? texts.until(dateAndTimeIn(language, event.timeZone, until)) : texts.notAgain}</p>
<form method="post" action="${orderPath}/refund/withdraw">
${pressField()}
<button>${texts.withdrawNow}</button>
</form>
<p class="center"><a class="alone" href="${orderPath}">${texts.keepRequest}</a></p>`;
  return { title: `${texts.withdraw}: ${event.title}`, body };
}
