import { Html, html } from '../../http/html.ts';
import { formatPesos } from '../../money.ts';
import { METHOD_NAMES, type PaymentMethod } from '../../payments/provider.ts';
import { type Checkout, checkoutCode, subtotalCentavos, totalCentavos } from '../checkout.ts';
import type { EventOfPage } from '../queries.ts';
import { yourSeats } from './seats.ts';
import { dateAndTime, holdTime } from './times.ts';

interface View {
  checkout: Checkout;
  event: EventOfPage;
}

/** The title says the state first: it is what a screen reader reads, and what a narrow tab shows. */
interface PageOfState {
  title: string;
  body: Html;
  refreshSeconds?: number;
}

/** Where the buyer sees what is held, for how long and for how much, and chooses how to pay. */
export function openPage({
  checkout,
  event,
  methods,
  promoError,
  now,
}: View & { methods: readonly PaymentMethod[]; promoError?: PromoError; now: Date }): PageOfState {
  const { failureReason, cancelUrl } = checkout;
  const total = totalCentavos(checkout);
  const body = html`
${heading(event)}
${
  failureReason &&
  html`<div class="note bad" role="alert">
<h2>Your payment did not go through</h2>
<p>${failureReason} You were not charged. ${ticketsAre(checkout)} still held: try again, or choose another way to pay.</p>
</div>`
}
${summary({ checkout, event })}
<p class="note">${ticketsAre(checkout)} held for you ${holdTime(checkout.expiresAt, now, event.time_zone)}.</p>
${total > 0 && methods.length === 0 ? noWayToPay(event, total) : payForm(checkout, methods)}
${promoForm(checkout, event, promoError)}
${cancelUrl && html`<p class="center"><a href="${cancelUrl}" rel="noreferrer">Cancel and go back</a></p>`}`;
  return { title: `${failureReason ? 'Payment failed' : 'Checkout'}: ${event.title}`, body };
}

const payForm = (checkout: Checkout, methods: readonly PaymentMethod[]) => {
  const total = totalCentavos(checkout);
  return html`<form class="card" method="post" action="${addressOf(checkout)}/pay">
${total > 0 ? choice(methods) : html`<p>There is nothing to pay.</p>`}
<button type="submit">${total > 0 ? `Pay ${formatPesos(total)}` : `Get my ${ticketWord(checkout)}`}</button>
</form>`;
};

/** Every way to pay has its own smallest and largest amount, and this is none of them. */
const noWayToPay = (event: EventOfPage, total: number) => html`<div class="note bad" role="alert">
<h2>This cannot be paid online</h2>
<p>None of the ways to pay of ${event.organization_name} takes ${formatPesos(total)}. You were not charged. Please ask ${event.organization_name} how to pay.</p>
</div>`;

/** What was typed, and why it cannot be used. */
export interface PromoError {
  code: string;
  message: string;
}

const promoForm = (checkout: Checkout, event: EventOfPage, error: PromoError | undefined) => html`
<form class="card" method="post" action="${addressOf(checkout)}/promo">
<label for="promo_code">${event.promo_code ? 'Another promo code' : 'Promo code'}</label>
<div class="beside">
<input id="promo_code" name="promo_code" maxlength="64" autocomplete="off" autocapitalize="characters" value="${error?.code}"${
  error && html` aria-invalid="true" aria-describedby="promo_error"`
}>
<button class="plain" type="submit">Apply</button>
</div>
${error && html`<p id="promo_error" class="wrong" role="alert">${error.message}</p>`}
</form>`;

/** What a buyer who does not know the method needs to choose it. */
const METHOD_HINTS: Partial<Record<PaymentMethod, string>> = {
  QRPH: 'Scan with any bank or wallet app',
  BANK_TRANSFER: 'Slower: tickets come once the money arrives',
};

const choice = (methods: readonly PaymentMethod[]) => html`<fieldset>
<legend>How would you like to pay?</legend>
${methods.map(
  (method, index) => html`<label class="choice"><input type="radio" name="payment_method" value="${method}" required${
    index === 0 && new Html(' checked')
  }><span>${METHOD_NAMES[method]}${METHOD_HINTS[method] && html` <small>${METHOD_HINTS[method]}</small>`}</span></label>
`,
)}</fieldset>`;

/** Money is on its way. The page does not reload by itself: whoever reads slowly, or listens, would lose the place. */
export function processingPage({
  checkout,
  event,
  payment,
}: View & { payment: { method: PaymentMethod; url: string | null } | undefined }): PageOfState {
  const body = html`
${heading(event)}
<div class="note" role="status">
<h2>Waiting for your payment</h2>
<p>${payment ? html`${METHOD_NAMES[payment.method]}: your` : 'Your'} money has not arrived yet. ${ticketsAre(checkout)} held until <strong>${dateAndTime(checkout.expiresAt, event.time_zone)}</strong>.</p>
<p>You can close this page. When the money arrives your order is complete; you need not do anything else here.</p>
</div>
<p><a class="button" href="${addressOf(checkout)}">Check again</a></p>
${summary({ checkout, event })}
${payment?.url && html`<p class="center"><a href="${payment.url}" rel="noreferrer">Back to the payment page</a></p>`}`;
  return { title: `Waiting for your payment: ${event.title}`, body };
}

/** Most payments are confirmed sooner; each look asks the provider. */
const CONFIRM_AGAIN_SECONDS = 5;

/**
 * The buyer came back before the provider knew, or without having paid. `returnPath` asks the provider again, and the page
 * does so by itself: whoever has paid should not have to guess when to press.
 */
export function confirmingPage({
  checkout,
  event,
  returnPath,
  paymentUrl,
}: View & { returnPath: string; paymentUrl: string | null }): PageOfState {
  const body = html`
${heading(event)}
<div class="note" role="status">
<h2>Confirming your payment</h2>
<p>The payment service has not confirmed your payment yet. This usually takes a few seconds, and this page looks again by itself. If you have paid, do not pay again.</p>
</div>
<p><a class="button" href="${returnPath}">Check again</a></p>
${summary({ checkout, event })}
<p class="center">Not paid yet? ${paymentUrl && html`<a href="${paymentUrl}" rel="noreferrer">Go on paying</a> or `}<a href="${addressOf(checkout)}">choose another way to pay</a>.</p>`;
  return { title: `Confirming your payment: ${event.title}`, body, refreshSeconds: CONFIRM_AGAIN_SECONDS };
}

/** `refunded` says why money that arrived is sent back. */
export function endedPage({ checkout, event, refunded }: View & { refunded: string | null }): PageOfState {
  const cancelled = checkout.status === 'cancelled';
  const title = cancelled ? 'This event was cancelled' : 'Your time to pay is over';
  const body = html`
${heading(event)}
<div class="note bad" role="alert">
<h2>${title}</h2>
<p>${ticketsAre(checkout)} not held any more. ${cancelled ? 'Please do not pay.' : 'To try again, start a new order.'}</p>
</div>
${refunded === null ? promise(checkout) : moneyBack(refunded)}
${summary({ checkout: { ...checkout, seats: null }, event })}
${checkout.cancelUrl && html`<p><a class="button" href="${checkout.cancelUrl}" rel="noreferrer">Go back</a></p>`}`;
  return { title: `${title}: ${event.title}`, body };
}

/** For whoever paid at the last moment. */
const promise = (checkout: Checkout) =>
  html`<p>Have you already paid? Your money is not lost: ${
    checkout.status === 'cancelled'
      ? 'all of it is sent back to you.'
      : `you get your ${ticketWord(checkout)} after all, or all of it back.`
  }</p>`;

const moneyBack = (reason: string) => html`<div class="note" role="status">
<h2>Your money is on its way back</h2>
<p>${reason} All that you paid is sent back to you.</p>
</div>`;

const addressOf = (checkout: Checkout) => `/c/${checkoutCode(checkout)}`;

const heading = (event: EventOfPage) => html`
${event.cover_image_url && html`<img class="cover" src="${event.cover_image_url}" alt="">`}
<header>
<p class="quiet">${event.organization_name}</p>
<h1>${event.title}</h1>
<p>${dateAndTime(event.start_datetime, event.time_zone)}</p>
${placeOf(event)}
</header>`;

function placeOf({ venue_name, address, city }: EventOfPage) {
  const place = [venue_name, address, city].filter(Boolean).join(', ');
  return place && html`<p>${place}</p>`;
}

const summary = ({ checkout, event }: View) => html`<section class="card" aria-labelledby="order">
<h2 id="order">Your order</h2>
<dl>
<dt>${checkout.quantity} × ${event.tier_name}${
  checkout.quantity > 1 && html` <small>${formatPesos(checkout.unitPriceCentavos)} each</small>`
}</dt><dd>${formatPesos(subtotalCentavos(checkout))}</dd>
${checkout.discountCentavos > 0 && html`<dt>Discount${event.promo_code && ` (${event.promo_code})`}</dt><dd>−${formatPesos(checkout.discountCentavos)}</dd>`}
<dt class="total">Total</dt><dd class="total">${formatPesos(totalCentavos(checkout))}</dd>
</dl>
<p class="quiet">For ${checkout.customer.name}, ${checkout.customer.email}</p>
</section>
${checkout.seats && yourSeats(checkout.seats, event.section_rows)}`;

const ticketWord = ({ quantity }: Checkout) => (quantity === 1 ? 'ticket' : 'tickets');
const ticketsAre = ({ quantity }: Checkout) => (quantity === 1 ? 'Your ticket is' : `Your ${quantity} tickets are`);
