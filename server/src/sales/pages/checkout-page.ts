import { type Checkout, totalCentavos } from '../../checkouts/checkout.ts';
import { organizerOf } from '../../organizations/organizer-queries.ts';
import { METHOD_NAMES } from '../../payments/method-names.ts';
import type { PaymentFailure } from '../../payments/provider.ts';
import { Html, html } from '../../platform/http/pages/html.ts';
import { organizerContact } from '../../platform/http/pages/organizer-contact.ts';
import type { PageOfState } from '../../platform/http/pages/page.ts';
import type { Language } from '../../values/language.ts';
import { formatPesos } from '../../values/money.ts';
import type { PaymentMethod } from '../../values/payment-method.ts';
import { attendeeFields } from './attendee-fields.ts';
import { cancelForm, changeFields, enterButton, otherSeatsButton, type PromoError } from './change-fields.ts';
import { consentBox } from './consent-box.ts';
import type { CheckoutTexts } from './english.ts';
import { asksForDetails, type FormValues, PAY_FORM, type Problem } from './form-values.ts';
import { holdNote } from './hold-note.ts';
import { optionTexts } from './option-texts.ts';
import { shownFields } from './order-fields.ts';
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
  /** Why the order was not changed, and what changed meanwhile; '' when there is nothing to say. */
  notice: string;
  now: Date;
}

/** The page where the buyer sees the held tickets, the time left and the total, and chooses a payment method. */
export function openPage(view: OpenView): PageOfState {
  const { checkout, event, language, methods, now } = view;
  const { failureReason } = checkout;
  const texts = checkoutTexts[language];
  const body = html`${enterButton}
${view.notice && html`<div class="note bad" role="alert"><p>${view.notice}</p></div>`}
${problemList(view.problems ?? [], optionTexts[language])}
${failureReason !== null && failureNote(failureReason, view, texts)}
<div class="columns">
<div>
${heading(view)}
${summary(view, { order: changeFields(view), seats: otherSeatsButton(view) })}
</div>
<div>
${holdNote({ checkout, timeZone: event.timeZone, language, now })}
${isPayable(checkout, methods) ? payForm(view) : unpayableForm(view)}
${cancelForm(view)}
${organizerContact(organizerOf(event), language)}
</div>
</div>`;
  return { title: texts.titles[failureReason === null ? 'open' : 'failed'](event.title), body };
}

const isPayable = (checkout: Checkout, methods: readonly PaymentMethod[]) =>
  totalCentavos(checkout) === 0 || methods.length > 0;

/** Whether the payment form asks for details, which the page in another language must keep. */
export const keepsDetails = ({ checkout, event }: View, methods: readonly PaymentMethod[]): boolean =>
  isPayable(checkout, methods) && asksForDetails(event);

function failureNote(failure: PaymentFailure, { checkout, language, failedMethod }: OpenView, texts: CheckoutTexts) {
  const method = failedMethod ? METHOD_NAMES[language][failedMethod] : '';
  return html`<div class="note bad" role="alert">
<h2>${texts.failedHeading}</h2>
<p>${texts.failures[failure](method)} ${texts.stillHeld(checkout.quantity)}</p>
</div>`;
}

/**
 * The server validates every field and shows its messages in the language of the page. So browser validation is off: it
 * would also stop at fields that are folded away.
 */
function payForm({ checkout, event, language, methods, payError, failedMethod, values, problems = [] }: OpenView) {
  const { pay } = checkoutTexts[language];
  const asked = optionTexts[language];
  const total = totalCentavos(checkout);
  // Payment services refuse to be in a frame.
  const top = total > 0 && new Html(' target="_top"');
  const chosen = values.method || failedMethod;
  const filled = { values, problems };
  return html`<form class="card" id="${PAY_FORM}" method="post" action="${addressOf(checkout)}/pay"${top} novalidate>
${attendeeFields({ checkout, event, ...filled }, asked)}
${questionFields({ checkout, event, language, ...filled })}
${total > 0 ? choice(language, { methods, payError, chosen }) : html`<p>${pay.free}</p>`}
${consentBox(event, filled, asked)}
<input type="hidden" name="total" value="${total}">
${shownFields(checkout)}<button class="pay" type="submit"${total > 0 && methodNames(language, methods)}>${total > 0 ? pay.pay(formatPesos(language, total)) : pay.get(checkout.quantity)}</button>
</form>`;
}

/** For the style of the page: the button names the chosen method, which is out of view on a phone. */
const methodNames = (language: Language, methods: readonly PaymentMethod[]) =>
  methods.map((method) => html` data-${new Html(method.toLowerCase())}="${METHOD_NAMES[language][method]}"`);

/** Shown when the total is outside the limits of every payment method: the order can only be changed. */
function unpayableForm({ checkout, event, language }: OpenView) {
  const { pay } = checkoutTexts[language];
  return html`<form id="${PAY_FORM}" method="post" action="${addressOf(checkout)}/change" novalidate>
${shownFields(checkout)}</form>
<div class="note bad" role="alert">
<h2>${pay.noneHeading}</h2>
<p>${pay.none(event.organizationName, formatPesos(language, totalCentavos(checkout)))}</p>
</div>`;
}

interface Choice {
  methods: readonly PaymentMethod[];
  payError: string | undefined;
  chosen: string | undefined;
}

/** The letter on the mark of a wallet, by which buyers find it. The colours are in page.css. */
const MARKS: Partial<Record<PaymentMethod, string>> = { GCASH: 'G', MAYA: 'M' };

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
  }><span>${MARKS[method] && html`<span class="mark ${method.toLowerCase()}" aria-hidden="true">${MARKS[method]}</span>`}${METHOD_NAMES[language][method]}${hints[method] && html` <small>${hints[method]}</small>`}</span></label>
`,
)}</fieldset>`;
}
