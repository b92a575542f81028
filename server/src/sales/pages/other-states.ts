import { organizerOf } from '../../organizations/organizer-queries.ts';
import { METHOD_NAMES } from '../../payments/method-names.ts';
import { type RefundReason, refundReasonIn } from '../../payments/refund-reason.ts';
import { html } from '../../platform/http/pages/html.ts';
import { organizerContact } from '../../platform/http/pages/organizer-contact.ts';
import type { PageOfState } from '../../platform/http/pages/page.ts';
import { dateAndTime } from '../../platform/http/pages/times.ts';
import type { PaymentMethod } from '../../values/payment-method.ts';
import { changeTexts } from './change-texts.ts';
import { addressOf, heading, summary, type View } from './order-summary.ts';
import { checkoutTexts } from './texts.ts';

type Paying = { method: PaymentMethod; url: string | null } | undefined;

/** Money is on its way. The page does not reload by itself: slow readers and screen readers would lose their place. */
export function processingPage({ payment, ...view }: View & { payment: Paying }): PageOfState {
  const { checkout, event, language } = view;
  const { waiting, checkAgain } = checkoutTexts[language];
  const until = dateAndTime(language, event.timeZone, checkout.expiresAt);
  const body = html`
${heading(view)}
<div class="note" role="status">
<h2>${waiting.heading}</h2>
<p>${waiting.notYet(payment && METHOD_NAMES[language][payment.method], checkout.quantity, until)}</p>
<p>${waiting.close(checkout.quantity, checkout.customer.email)}</p>
</div>
<p><a class="button" href="${addressOf(checkout)}">${checkAgain}</a></p>
${summary(view)}
${payment?.url && html`<p class="center"><a class="alone" href="${payment.url}" rel="noreferrer">${waiting.back}</a></p>`}
${organizerContact(organizerOf(event), language)}`;
  return { title: `${waiting.heading}: ${event.title}`, body };
}

/** Most payments are confirmed sooner. Each reload asks the provider. */
const CONFIRM_AGAIN_SECONDS = 5;

/**
 * Shown when the buyer comes back before the provider confirmed the payment, or without having paid. `returnPath` asks
 * the provider again. The page reloads it by itself, so that a buyer who has paid need not guess when to reload.
 */
export function confirmingPage(view: View & { returnPath: string; paymentUrl: string | null }): PageOfState {
  const { checkout, event, language, returnPath, paymentUrl } = view;
  const { confirming, checkAgain } = checkoutTexts[language];
  const goOn = paymentUrl ? (text: string) => html`<a href="${paymentUrl}" rel="noreferrer">${text}</a>` : null;
  const choose = (text: string) => html`<a href="${addressOf(checkout)}">${text}</a>`;
  const body = html`
${heading(view)}
<div class="note" role="status">
<h2>${confirming.heading}</h2>
<p>${confirming.explanation}</p>
</div>
<p><a class="button" href="${returnPath}">${checkAgain}</a></p>
${summary(view)}
<p class="center">${confirming.notPaid(goOn, choose)}</p>`;
  return { title: `${confirming.heading}: ${event.title}`, body, refreshSeconds: CONFIRM_AGAIN_SECONDS };
}

interface EndedView extends View {
  /** The reason why a payment is refunded; null: none was. */
  refunded: RefundReason | null;
  now: Date;
}

export function endedPage({ refunded, now, ...view }: EndedView): PageOfState {
  const { checkout, event, language } = view;
  const { ended } = checkoutTexts[language];
  const cancelled = checkout.status === 'cancelled';
  const released = cancelled && event.eventStatus !== 'cancelled';
  // By the buyer's own button, or by the program that sold it.
  const isEndedEarly = now < checkout.expiresAt;
  const over = isEndedEarly ? changeTexts[language].cancelled : ended.over;
  const title = released ? ended.released : cancelled ? ended.cancelled : over;
  const body = html`
${heading(view)}
<div class="note bad" role="alert">
<h2>${title}</h2>
<p>${ended.notHeld(checkout.quantity)} ${cancelled ? ended.doNotPay : ended.startAgain}</p>
</div>
${refunded === null ? promise(view) : moneyBack(view, refunded)}
${summary({ ...view, checkout: { ...checkout, seats: null } })}
${checkout.cancelUrl && html`<p><a class="button" href="${checkout.cancelUrl}" rel="noreferrer">${ended.back}</a></p>`}
${organizerContact(organizerOf(event), language)}`;
  return { title: `${title}: ${event.title}`, body };
}

/** What happens to the money of buyers who paid at the last moment. */
function promise({ checkout, language }: View) {
  const { ended } = checkoutTexts[language];
  return html`<p>${checkout.status === 'cancelled' ? ended.paidCancelled : ended.paidLate(checkout.quantity)}</p>`;
}

function moneyBack({ language }: View, reason: RefundReason) {
  const { ended } = checkoutTexts[language];
  return html`<div class="note" role="status">
<h2>${ended.moneyBackHeading}</h2>
<p>${ended.moneyBack(refundReasonIn(language, reason))}</p>
</div>`;
}
