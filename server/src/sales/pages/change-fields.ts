import { type Checkout, checkoutCode } from '../../checkouts/checkout.ts';
import { isSaleOpen } from '../../events/tier-sale.ts';
import { MAX_EMAIL_LENGTH, MAX_NAME_LENGTH } from '../../platform/http/contract/fields.ts';
import { Html, html } from '../../platform/http/pages/html.ts';
import { formatPesos } from '../../values/money.ts';
import { changeTexts } from './change-texts.ts';
import { type FormValues, PAY_FORM } from './form-values.ts';
import {
  EMAIL_FIELD,
  NAME_FIELD,
  orderFields,
  PRICE_FIELD,
  quantityFieldName,
  typedBuyer,
  typedTickets,
} from './order-fields.ts';
import { addressOf, type View } from './order-summary.ts';
import { checkoutTexts } from './texts.ts';

/** The entered promo code, and why it cannot be used. */
export interface PromoError {
  code: string;
  message: string;
}

export interface ChangeView extends View {
  values: FormValues;
  promoError?: PromoError | undefined;
  now: Date;
}

/** The controls belong to the payment form, so that every button sends all that was typed. */
const BELONGS = html` form="${PAY_FORM}"`;
const submits = ({ checkout }: ChangeView, path: 'promo' | 'change') =>
  html`${BELONGS} formaction="${addressOf(checkout)}/${path}" formtarget="_self"`;

/** What the buyer may change, inside of the order's summary. */
export const changeFields = (view: ChangeView): Html => html`<div class="changes">
${promoFields(view)}
${ticketFields(view)}
${buyerFields(view)}
</div>`;

/** The form around the code is for programs that do not know the attribute `form`: to a browser it has no field. */
function promoFields(view: ChangeView) {
  const { checkout, event, language, promoError: error, values } = view;
  const { promo } = checkoutTexts[language];
  return html`<label for="promo_code">${event.promoCode ? promo.another : promo.label}</label>
<div class="beside">
<form method="post" action="${addressOf(checkout)}/promo"><input id="promo_code" name="promo_code"${BELONGS} maxlength="64" autocomplete="off" autocapitalize="characters" value="${error?.code ?? values.promoCode}"${
    error && html` aria-invalid="true" aria-describedby="promo_error" autofocus`
  }></form>
<button class="plain"${submits(view, 'promo')}>${promo.apply}</button>
</div>
${error && html`<p id="promo_error" class="wrong" role="alert">${error.message}</p>`}
${
  event.promoCode !== null &&
  html`<button class="plain" name="remove" value="promo"${submits(view, 'promo')}>${changeTexts[language].removeCode(event.promoCode)}</button>`
}`;
}

const timeOf = (text: string | null) => (text === null ? null : new Date(text));

/** A quantity for each line, and for each tier that could be added. */
function ticketFields(view: ChangeView) {
  const { checkout, event, language, values, now } = view;
  const texts = changeTexts[language];
  const lines = checkout.lines.map((line, index) => ({ ...line, name: event.tierNames[index] ?? '' }));
  const added = event.otherTiers
    .filter(({ salesStartDatetime: start, salesEndDatetime: end }) =>
      isSaleOpen({ salesStartDatetime: timeOf(start), salesEndDatetime: timeOf(end) }, now),
    )
    .map((tier) => ({ ...tier, sectionId: null, quantity: 0, unitPriceCentavos: tier.priceCentavos }));
  const fields = [...lines, ...added].map((line) => {
    const name = quantityFieldName(line);
    const value = values.typed.get(name) ?? String(line.quantity);
    return html`<label for="${name}">${texts.quantityOf(line.name, formatPesos(language, line.unitPriceCentavos))}</label>
<input id="${name}" name="${name}"${BELONGS} type="number" inputmode="numeric" min="0"${checkout.isOffer && html` max="${line.quantity}"`} step="1" value="${value}" autocomplete="off">
`;
  });
  const { leastPriceCentavos: least } = event;
  const isOpen = least !== null || typedTickets(values.typed);
  return html`<details${isOpen && new Html(' open')}><summary>${texts.tickets}</summary>
<div class="fields">${fields}${least !== null && priceField(view, least)}</div>
<button class="plain"${submits(view, 'change')}>${texts.updateTickets}</button>
</details>`;
}

/** The one place where the buyer of an offer can choose what to pay. */
function priceField({ checkout, language, values }: ChangeView, least: number) {
  const value = values.typed.get(PRICE_FIELD) ?? orderFields(checkout).get(PRICE_FIELD);
  return html`<label for="${PRICE_FIELD}">${changeTexts[language].priceEach(formatPesos(language, least))}</label>
<input id="${PRICE_FIELD}" name="${PRICE_FIELD}"${BELONGS} inputmode="decimal" maxlength="16" value="${value}" autocomplete="off">
`;
}

function buyerFields(view: ChangeView) {
  const { checkout, language, values } = view;
  const texts = changeTexts[language];
  const name = values.typed.get(NAME_FIELD) ?? checkout.customer.name;
  const email = values.typed.get(EMAIL_FIELD) ?? checkout.customer.email;
  return html`<details${typedBuyer(values.typed) && new Html(' open')}><summary>${texts.buyer}</summary>
<div class="fields"><label for="${NAME_FIELD}">${texts.name}</label>
<input id="${NAME_FIELD}" name="${NAME_FIELD}"${BELONGS} maxlength="${MAX_NAME_LENGTH}" autocomplete="name" value="${name}">
<label for="${EMAIL_FIELD}">${texts.email}</label>
<input id="${EMAIL_FIELD}" name="${EMAIL_FIELD}"${BELONGS} type="email" maxlength="${MAX_EMAIL_LENGTH}" autocomplete="email" autocapitalize="off" spellcheck="false" value="${email}"></div>
<button class="plain"${submits(view, 'change')}>${texts.save}</button>
</details>`;
}

/**
 * Enter in a field presses the first button of the form. This one does what the form itself does, so it stands before
 * the others.
 */
export const enterButton: Html = html`<p hidden><button${BELONGS}></button></p>`;

export const otherSeatsButton = (view: ChangeView): Html =>
  html`<div class="changes"><button class="plain" name="change" value="seats"${submits(view, 'change')}>${changeTexts[view.language].otherSeats}</button></div>`;

/** Tells the shop which tickets are held. */
export const HELD_FIELD = 'checkout_id';

/** Where the order was made. */
function linkBack(checkout: Checkout): string | null {
  const { cancelUrl, channel } = checkout;
  if (cancelUrl === null || channel !== 'shop') return cancelUrl;
  const url = new URL(cancelUrl);
  url.searchParams.set(HELD_FIELD, checkoutCode(checkout));
  return url.href;
}

/** Ends the hold at once; the link keeps it. */
export function cancelForm({ checkout, language }: View): Html {
  const texts = changeTexts[language];
  const { channel } = checkout;
  const cancelUrl = linkBack(checkout);
  // The organizer's own page may refuse to be in a frame.
  const top = cancelUrl !== null && channel === 'api' && new Html(' target="_top"');
  return html`<form class="center" method="post" action="${addressOf(checkout)}/cancel"${top}><button class="link">${texts.cancel}</button></form>
${cancelUrl && html`<p class="center"><a class="alone" href="${cancelUrl}" rel="noreferrer">${texts.goBack}</a></p>`}`;
}
