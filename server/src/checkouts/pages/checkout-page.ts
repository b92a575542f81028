import { Html, html } from '../../http/html.ts';
import { formatPesos } from '../../money.ts';
import { METHOD_NAMES, type PaymentMethod } from '../../payments/provider.ts';
import { type Checkout, checkoutCode, subtotalCentavos, totalCentavos } from '../checkout.ts';
import type { EventOfPage } from '../queries.ts';

interface View {
  checkout: Checkout;
  event: EventOfPage;
  methods: readonly PaymentMethod[];
  now: Date;
}

/** Where the buyer sees what is held, for how long and for how much, and chooses how to pay. */
export function openPage({ checkout, event, methods, now }: View): Html {
  const free = totalCentavos(checkout) === 0;
  return html`
${heading(event)}
${checkout.failureReason && html`<p class="note bad" role="alert">${checkout.failureReason} Your places are still held: you can try again.</p>`}
${summary(checkout, event)}
${timeLeft(checkout, event, now)}
<form class="card" method="post" action="/c/${checkoutCode(checkout)}/pay">
${free ? html`<p>There is nothing to pay.</p>` : choice(methods)}
<button type="submit">${free ? 'Confirm' : `Pay ${formatPesos(totalCentavos(checkout))}`}</button>
</form>
${checkout.cancelUrl && html`<p><a href="${checkout.cancelUrl}" rel="noreferrer">Cancel and go back</a></p>`}`;
}

const choice = (methods: readonly PaymentMethod[]) => html`<fieldset>
<legend>How would you like to pay?</legend>
${methods.map(
  (method, index) => html`<label class="choice"><input type="radio" name="payment_method" value="${method}" required${
    index === 0 && new Html(' checked')
  }> ${METHOD_NAMES[method]}</label>
`,
)}</fieldset>`;

/** Money is on its way: the page looks again by itself. */
export function processingPage({
  checkout,
  event,
  paymentUrl,
}: Omit<View, 'methods' | 'now'> & { paymentUrl: string | null }): Html {
  return html`
${heading(event)}
<p class="note" role="status">We are waiting for your payment. Your places stay held until ${at(checkout.expiresAt, event)}. This page looks again by itself; you can also close it: your order is made when the money arrives.</p>
${summary(checkout, event)}
${paymentUrl && html`<p><a href="${paymentUrl}" rel="noreferrer">Back to the payment page</a></p>`}`;
}

/** The buyer came back before the provider knew. */
export function confirmingPage({ checkout, event }: Pick<View, 'checkout' | 'event'>): Html {
  return html`
${heading(event)}
<p class="note" role="status">We are confirming your payment. This page looks again by itself.</p>
${summary(checkout, event)}`;
}

export function endedPage({
  checkout,
  event,
  refunded,
}: Pick<View, 'checkout' | 'event'> & { refunded: string | null }): Html {
  const cancelled = checkout.status === 'cancelled';
  return html`
${heading(event)}
<p class="note bad" role="alert">${
    cancelled
      ? 'This event was cancelled. Your places are not held any more.'
      : 'The time to pay is over. Your places are not held any more.'
  }</p>
${refunded !== null && html`<p class="note" role="status">Your payment is sent back in full. ${refunded}</p>`}
${summary(checkout, event)}
${checkout.cancelUrl && html`<p><a href="${checkout.cancelUrl}" rel="noreferrer">Go back</a></p>`}`;
}

const heading = (event: EventOfPage) => html`
${event.cover_image_url && html`<img class="cover" src="${event.cover_image_url}" alt="">`}
<p class="quiet">${event.organization_name}</p>
<h1>${event.title}</h1>
<p>${at(event.start_datetime, event)}${placeOf(event)}</p>`;

const placeOf = ({ venue_name, address, city }: EventOfPage) => {
  const place = [venue_name, address, city].filter(Boolean).join(', ');
  return place && html`<br>${place}`;
};

const summary = (checkout: Checkout, event: EventOfPage) => html`<section class="card" aria-label="Your order">
<h2>Your order</h2>
<dl>
<dt>${checkout.quantity} × ${event.tier_name}</dt><dd>${formatPesos(subtotalCentavos(checkout))}</dd>
${checkout.discountCentavos > 0 && html`<dt>Discount</dt><dd>−${formatPesos(checkout.discountCentavos)}</dd>`}
<dt class="total">Total</dt><dd class="total">${formatPesos(totalCentavos(checkout))}</dd>
</dl>
<p class="quiet">For ${checkout.customer.name}, ${checkout.customer.email}</p>
</section>`;

function timeLeft({ expiresAt }: Checkout, event: EventOfPage, now: Date): Html {
  const seconds = Math.max(0, Math.floor((expiresAt.getTime() - now.getTime()) / 1_000));
  const minutes = Math.floor(seconds / 60);
  const left = minutes > 0 ? `${minutes} minute${minutes === 1 ? '' : 's'}` : `${seconds} seconds`;
  return html`<p class="note">Your places are held until <strong>${timeAt(expiresAt, event)}</strong> (${left} left).</p>`;
}

const at = (time: Date, { time_zone }: EventOfPage) =>
  time.toLocaleString('en-PH', { timeZone: time_zone, dateStyle: 'full', timeStyle: 'short' });

const timeAt = (time: Date, { time_zone }: EventOfPage) =>
  time.toLocaleTimeString('en-PH', { timeZone: time_zone, timeStyle: 'short' });
