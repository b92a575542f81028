import { type Checkout, totalCentavos } from '../../checkouts/checkout.ts';
import { METHOD_NAMES } from '../../payments/method-names.ts';
import type { PaymentFailure, PaymentMethod } from '../../payments/provider.ts';
import { Html, html } from '../../platform/http/pages/html.ts';
import type { PageOfState } from '../../platform/http/pages/page.ts';
import type { Language } from '../../values/language.ts';
import { formatPesos } from '../../values/money.ts';
import { attendeeFields } from './attendee-fields.ts';
import { consentBox } from './consent-box.ts';
import type { CheckoutTexts } from './english.ts';
import { asksForSomething, type Entered, PAY_FORM, type Problem } from './entered.ts';
import { holdNote } from './hold-note.ts';
import { optionTexts } from './option-texts.ts';
import { addressOf, heading, summary, type View } from './order-summary.ts';
import { problemList } from './problem-list.ts';
import { checkoutTexts } from './texts.ts';

interface OpenView extends View {
  methods: readonly PaymentMethod[];
  /** How the buyer last tried to pay in vain. */
  failedMethod: PaymentMethod | undefined;
  /** Into the form that pays. */
  entered: Entered;
  problems?: Problem[] | undefined;
  promoError?: PromoError | undefined;
  /** Why nothing came of a press of Pay. */
  payError?: string | undefined;
  now: Date;
}

/** Where the buyer sees what is held, for how long and for how much, and chooses how to pay. */
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
${payable ? payForm(view) : noWayToPay(view)}
${promoForm(view, texts, joinsForms(view, methods))}
${cancelUrl && html`<p class="center"><a class="alone" href="${cancelUrl}" rel="noreferrer">${texts.pay.cancel}</a></p>`}`;
  return { title: texts.titles[failureReason === null ? 'open' : 'failed'](event.title), body };
}

const isPayable = (checkout: Checkout, methods: readonly PaymentMethod[]) =>
  totalCentavos(checkout) === 0 || methods.length > 0;

/** Whether whatever is pressed on the page brings along what was entered into the form that pays. */
export const joinsForms = ({ checkout, event }: View, methods: readonly PaymentMethod[]): boolean =>
  isPayable(checkout, methods) && asksForSomething(event);

function failureNote(failure: PaymentFailure, { checkout, language, failedMethod }: OpenView, texts: CheckoutTexts) {
  const method = failedMethod ? METHOD_NAMES[language][failedMethod] : '';
  return html`<div class="note bad" role="alert">
<h2>${texts.failedHeading}</h2>
<p>${texts.failures[failure](method)} ${texts.stillHeld(checkout.quantity)}</p>
</div>`;
}

/** What an organizer asks is checked by the server, whose words stand beside the field in the language of the page. */
function payForm({ checkout, event, language, methods, payError, failedMethod, entered, problems = [] }: OpenView) {
  const { pay } = checkoutTexts[language];
  const asked = optionTexts[language];
  const total = totalCentavos(checkout);
  const chosen = entered.method || failedMethod;
  const filled = { entered, problems };
  return html`<form class="card" id="${PAY_FORM}" method="post" action="${addressOf(checkout)}/pay"${asksForSomething(event) && new Html(' novalidate')}>
${attendeeFields({ checkout, event, ...filled }, asked)}
${total > 0 ? choice(language, { methods, payError, chosen }) : html`<p>${pay.free}</p>`}
${consentBox(event, filled, asked)}
<button type="submit">${total > 0 ? pay.pay(formatPesos(language, total)) : pay.get(checkout.quantity)}</button>
</form>`;
}

/** Every way to pay has its own smallest and largest amount, and this is none of them. */
function noWayToPay({ checkout, event, language }: OpenView) {
  const { pay } = checkoutTexts[language];
  return html`<div class="note bad" role="alert">
<h2>${pay.noneHeading}</h2>
<p>${pay.none(event.organizationName, formatPesos(language, totalCentavos(checkout)))}</p>
</div>`;
}

/** What was typed, and why it cannot be used. */
export interface PromoError {
  code: string;
  message: string;
}

/**
 * A form of its own, unless the page asks for more than the way to pay: then its field and button belong to the form
 * that
 * pays (`joined`), so that what was entered there comes along and back. A refusal is more than a screen down on a
 * phone,
 * and the focus brings it in sight.
 */
function promoForm(
  { checkout, event, promoError: error, entered }: OpenView,
  { promo }: CheckoutTexts,
  joined: boolean,
) {
  const address = `${addressOf(checkout)}/promo`;
  const owner = joined && html` form="${PAY_FORM}"`;
  const controls = html`<label for="promo_code">${event.promoCode ? promo.another : promo.label}</label>
<div class="beside">
<input id="promo_code" name="promo_code"${owner} maxlength="64" autocomplete="off" autocapitalize="characters" value="${error?.code ?? entered.promoCode}"${
    error && html` aria-invalid="true" aria-describedby="promo_error" autofocus`
  }>
<button class="plain" type="submit"${owner}${joined && html` formaction="${address}"`}>${promo.apply}</button>
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
