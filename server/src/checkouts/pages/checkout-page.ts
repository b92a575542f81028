import { Html, html } from '../../http/html.ts';
import type { Language } from '../../language.ts';
import { formatPesos } from '../../money.ts';
import { METHOD_NAMES } from '../../payments/method-names.ts';
import type { PaymentFailure, PaymentMethod } from '../../payments/provider.ts';
import { totalCentavos } from '../checkout.ts';
import { holdNote } from './hold-note.ts';
import { addressOf, heading, type PageOfState, summary, type View } from './order-summary.ts';
import { type CheckoutTexts, checkoutTexts } from './texts.ts';

interface OpenView extends View {
  methods: readonly PaymentMethod[];
  /** How the buyer last tried to pay in vain. */
  failedMethod: PaymentMethod | undefined;
  promoError?: PromoError | undefined;
  /** Pay was pressed without one of the ways to pay. */
  noMethod?: boolean | undefined;
  now: Date;
}

/** Where the buyer sees what is held, for how long and for how much, and chooses how to pay. */
export function openPage(view: OpenView): PageOfState {
  const { checkout, event, language, methods, now } = view;
  const { failureReason, cancelUrl } = checkout;
  const texts = checkoutTexts[language];
  const payable = totalCentavos(checkout) === 0 || methods.length > 0;
  const body = html`
${heading(view)}
${failureReason !== null && failureNote(view, texts)}
${summary(view)}
${holdNote({ checkout, timeZone: event.time_zone, language, now })}
${payable ? payForm(view) : noWayToPay(view)}
${promoForm(view, texts)}
${cancelUrl && html`<p class="center"><a class="alone" href="${cancelUrl}" rel="noreferrer">${texts.pay.cancel}</a></p>`}`;
  return { title: texts.titles[failureReason === null ? 'open' : 'failed'](event.title), body };
}

/** The reason where one is known: an older version may have stored a sentence in its place. */
function failureNote({ checkout, language, failedMethod }: OpenView, texts: CheckoutTexts) {
  const reason = texts.failures[checkout.failureReason as PaymentFailure] as ((method: string) => string) | undefined;
  const method = failedMethod ? METHOD_NAMES[language][failedMethod] : '';
  return html`<div class="note bad" role="alert">
<h2>${texts.failedHeading}</h2>
<p>${reason?.(method)} ${texts.stillHeld(checkout.quantity)}</p>
</div>`;
}

function payForm({ checkout, language, methods, noMethod }: OpenView) {
  const { pay } = checkoutTexts[language];
  const total = totalCentavos(checkout);
  return html`<form class="card" method="post" action="${addressOf(checkout)}/pay">
${total > 0 ? choice(language, methods, noMethod) : html`<p>${pay.free}</p>`}
<button type="submit">${total > 0 ? pay.pay(formatPesos(language, total)) : pay.get(checkout.quantity)}</button>
</form>`;
}

/** Every way to pay has its own smallest and largest amount, and this is none of them. */
function noWayToPay({ checkout, event, language }: OpenView) {
  const { pay } = checkoutTexts[language];
  return html`<div class="note bad" role="alert">
<h2>${pay.noneHeading}</h2>
<p>${pay.none(event.organization_name, formatPesos(language, totalCentavos(checkout)))}</p>
</div>`;
}

/** What was typed, and why it cannot be used. */
export interface PromoError {
  code: string;
  message: string;
}

const promoForm = ({ checkout, event, promoError: error }: OpenView, { promo }: CheckoutTexts) => html`
<form class="card" method="post" action="${addressOf(checkout)}/promo">
<label for="promo_code">${event.promo_code ? promo.another : promo.label}</label>
<div class="beside">
<input id="promo_code" name="promo_code" maxlength="64" autocomplete="off" autocapitalize="characters" value="${error?.code}"${
  error && html` aria-invalid="true" aria-describedby="promo_error"`
}>
<button class="plain" type="submit">${promo.apply}</button>
</div>
${error && html`<p id="promo_error" class="wrong" role="alert">${error.message}</p>`}
</form>`;

function choice(language: Language, methods: readonly PaymentMethod[], noMethod = false) {
  const { pay } = checkoutTexts[language];
  const hints: Partial<Record<PaymentMethod, string>> = { QRPH: pay.scanHint, BANK_TRANSFER: pay.transferHint };
  return html`<fieldset>
<legend>${pay.legend}</legend>
${noMethod && html`<p class="wrong" role="alert">${pay.chooseOne}</p>`}
${methods.map(
  (method, index) => html`<label class="choice"><input type="radio" name="payment_method" value="${method}" required${
    index === 0 && new Html(' checked')
  }><span>${METHOD_NAMES[language][method]}${hints[method] && html` <small>${hints[method]}</small>`}</span></label>
`,
)}</fieldset>`;
}
