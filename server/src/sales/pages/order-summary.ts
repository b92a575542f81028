import { type Checkout, type CheckoutWithSeats, checkoutCode, totalCentavos } from '../../checkouts/checkout.ts';
import { type Html, html } from '../../platform/http/pages/html.ts';
import { coverTag } from '../../platform/http/pages/picture-tag.ts';
import { dateAndTime } from '../../platform/http/pages/times.ts';
import type { Language } from '../../values/language.ts';
import { formatPesos } from '../../values/money.ts';
import type { EventOfPage } from './queries.ts';
import { yourSeats } from './seats.ts';
import { checkoutTexts } from './texts.ts';

/** What every page of a checkout shows. */
export interface View {
  checkout: CheckoutWithSeats;
  event: EventOfPage;
  language: Language;
  isSandbox: boolean;
}

export const addressOf = (checkout: Checkout) => `/c/${checkoutCode(checkout)}`;

export const heading = ({ event, language }: View) => html`
${event.coverImageUrl && coverTag(event.coverImageUrl)}
<h1>${event.title}</h1>
<p class="fact">${dateAndTime(language, event.timeZone, event.startDatetime)}</p>
${placeOf(event)}`;

function placeOf({ venueName, address, city }: EventOfPage) {
  const place = [venueName, address, city].filter(Boolean).join(', ');
  return place && html`<p class="fact">${place}</p>`;
}

/** @param changes controls inside of the summary, and below the seats */
export function summary({ checkout, event, language }: View, changes: { order?: Html; seats?: Html } = {}): Html {
  const { order } = checkoutTexts[language];
  const { lines, discountCentavos, customer, seats } = checkout;
  const pesos = (centavos: number) => formatPesos(language, centavos);
  return html`<section class="card" aria-labelledby="order">
<h2 id="order">${order.heading}</h2>
<dl>
${lines.map(
  ({ quantity, unitPriceCentavos }, index) =>
    html`<dt>${quantity} × ${event.tierNames[index]}${quantity > 1 && html` <small>${order.each(pesos(unitPriceCentavos))}</small>`}</dt><dd>${pesos(quantity * unitPriceCentavos)}</dd>
`,
)}${discountCentavos > 0 && html`<dt>${order.discount(event.promoCode)}</dt><dd>−${pesos(discountCentavos)}</dd>`}
<dt class="total">${order.total}</dt><dd class="total">${pesos(totalCentavos(checkout))}</dd>
</dl>
<p class="quiet">${order.buyer(customer.name, customer.email)}</p>
${changes.order}
</section>
${seats && yourSeats(language, seats, event.drawn, changes.seats)}`;
}
