import { type Checkout, totalCentavos } from '../../checkouts/checkout.ts';
import { organizerOf } from '../../organizations/organizer-queries.ts';
import { METHOD_NAMES } from '../../payments/method-names.ts';
import type { PaymentFailure, PaymentMethod } from '../../payments/provider.ts';
import { Html, html } from '../../platform/http/pages/html.ts';
import { organizerContact } from '../../platform/http/pages/organizer-contact.ts';
import type { PageOfState } from '../../platform/http/pages/page.ts';
import type { Language } from '../../values/language.ts';
import { formatPesos } from '../../values/money.ts';
import { attendeeFields } from './attendee-fields.ts';
import { consentBox } from './consent-box.ts';
import type { CheckoutTexts } from './english.ts';
import { asksForDetails, type FormValues, PAY_FORM, type Problem } from './form-values.ts';
import { holdNote } from './hold-note.ts';
import { optionTexts } from './option-texts.ts';
import { addressOf, heading, summary, type View } from './order-summary.ts';
import { problemList } from './problem-list.ts';
import { questionFields } from './question-fields.ts';
import { checkoutTexts } from './texts.ts';

interface OpenView extends View {
  methods: readonly PaymentMethod[];
  /** The method of the last failed payment. */
  failedMethod: PaymentMethod | undefined;
  /** Values of the payment form. */
  values: FormValues;
  problems?: Problem[] | undefined;
  promoError?: PromoError | undefined;
  /** Why the payment could not start. */
  payError?: string | undefined;
  now: Date;
}

/** The page where the buyer sees the held tickets, the time left and the total, and chooses a payment method. */
export function openPage(view: OpenView): PageOfState {
  const { checkout, event, language, methods, now } = view;
  const { failureReason, cancelUrl } = checkout;
  const texts = checkoutTexts[language];
  const payable = isPayable(checkout, methods);
  const body = html`
${heading(view)}
${problemList(view.problems ?? [], optionTexts[language])}
${failureReason !== null && failureNote(failureReason, view, texts)}
${summary(view)}
${holdNote({ checkout, timeZone: event.timeZone, language, now })}
${payable ? payForm(view) : noMethodNote(view)}
${promoForm(view, texts, usesOneForm(view, methods))}
${cancelUrl && html`<p class="center"><a class="alone" href="${cancelUrl}" rel="noreferrer">${texts.pay.cancel}</a></p>`}
${organizerContact(organizerOf(event), language)}`;
  return { title: texts.titles[failureReason === null ? 'open' : 'failed'](event.title), body };
}

const isPayable = (checkout: Checkout, methods: readonly PaymentMethod[]) =>
  totalCentavos(checkout) === 0 || methods.length > 0;

/** Whether every button of the page submits the payment form, so that no entered value is lost. */
export const usesOneForm = ({ checkout, event }: View, methods: readonly PaymentMethod[]): boolean =>
  isPayable(checkout, methods) && asksForDetails(event);

function failureNote(failure: PaymentFailure, { checkout, language, failedMethod }: OpenView, texts: CheckoutTexts) {
  const method = failedMethod ? METHOD_NAMES[language][failedMethod] : '';
  return html`<div class="note bad" role="alert">
<h2>${texts.failedHeading}</h2>
<p>${texts.failures[failure](method)} ${texts.stillHeld(checkout.quantity)}</p>
</div>`;
}

/**
 * The server validates the organizer's questions and shows its messages beside the fields, in the language of the page.
 * So browser validation is off.
 */
function payForm({ checkout, event, language, methods, payError, failedMethod, values, problems = [] }: OpenView) {
  const { pay } = checkoutTexts[language];
  const asked = optionTexts[language];
  const total = totalCentavos(checkout);
  // Payment services refuse to be in a frame.
  const top = total > 0 && new Html(' target="_top"');
  const chosen = values.method || failedMethod;
  const filled = { values, problems };
  return html`<form class="card" id="${PAY_FORM}" method="post" action="${addressOf(checkout)}/pay"${top}${asksForDetails(event) && new Html(' novalidate')}>
${attendeeFields({ checkout, event, ...filled }, asked)}
${questionFields({ checkout, event, language, ...filled })}
${total > 0 ? choice(language, { methods, payError, chosen }) : html`<p>${pay.free}</p>`}
${consentBox(event, filled, asked)}
<button type="submit">${total > 0 ? pay.pay(formatPesos(language, total)) : pay.get(checkout.quantity)}</button>
</form>`;
}

/** Shown when the total is outside the limits of every payment method. */
function noMethodNote({ checkout, event, language }: OpenView) {
  const { pay } = checkoutTexts[language];
  return html`<div class="note bad" role="alert">
<h2>${pay.noneHeading}</h2>
<p>${pay.none(event.organizationName, formatPesos(language, totalCentavos(checkout)))}</p>
</div>`;
}

/** The entered promo code, and why it cannot be used. */
export interface PromoError {
  code: string;
  message: string;
}

/**
 * The promo code field has its own form. If the page asks for more than the payment method, the field and its button
 * belong to the payment form (`joined`), so that its values are kept. On a phone the error is more than one screen
 * down, so the field gets the focus.
 */
function promoForm(
  { checkout, event, promoError: error, values }: OpenView,
  { promo }: CheckoutTexts,
  joined: boolean,
) {
  const address = `${addressOf(checkout)}/promo`;
  const owner = joined && html` form="${PAY_FORM}"`;
  const controls = html`<label for="promo_code">${event.promoCode ? promo.another : promo.label}</label>
<div class="beside">
<input id="promo_code" name="promo_code"${owner} maxlength="64" autocomplete="off" autocapitalize="characters" value="${error?.code ?? values.promoCode}"${
    error && html` aria-invalid="true" aria-describedby="promo_error" autofocus`
  }>
<button class="plain" type="submit"${owner}${joined && html` formaction="${address}" formtarget="_self"`}>${promo.apply}</button>
</div>
${error && html`<p id="promo_error" class="wrong" role="alert">${error.message}</p>`}`;
  return joined
    ? html`<div class="card">
${controls}
</div>`
    : html`
<form class="card" method="post" action="${address}">
${controls}
</form>`;
}

interface Choice {
  methods: readonly PaymentMethod[];
  payError: string | undefined;
  chosen: string | undefined;
}

function choice(language: Language, { methods, payError, chosen }: Choice) {
  const { pay } = checkoutTexts[language];
  const checked = methods.find((method) => method === chosen) ?? methods[0];
  const hints: Partial<Record<PaymentMethod, string>> = { QRPH: pay.scanHint, BANK_TRANSFER: pay.transferHint };
  return html`<fieldset>
<legend>${pay.legend}</legend>
${payError && html`<p class="wrong" role="alert">${payError}</p>`}
${methods.map(
  (method) => html`<label class="choice"><input type="radio" name="payment_method" value="${method}" required${
    method === checked && new Html(' checked')
  }><span>${METHOD_NAMES[language][method]}${hints[method] && html` <small>${hints[method]}</small>`}</span></label>
`,
)}</fieldset>`;
}
