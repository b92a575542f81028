import { checkoutCode } from '../../checkouts/checkout.ts';
import { type Html, html } from '../../platform/http/pages/html.ts';
import { HELD_FIELD } from '../../sales/pages/change-fields.ts';
import { shopPath } from '../../values/slug.ts';
import { attributionFields } from './attribution-fields.ts';
import { described, message } from './buyer-fields.ts';
import { CODE_FIELD } from './form-values.ts';
import { isSectionFirst, ORDER_FORM, type OrderFormView } from './order-form.ts';
import { shopTexts } from './texts.ts';

/** A form of its own, on a page without an order that could lose what was entered. */
export const codeForm = (view: OrderFormView): Html | false =>
  hasCode(view) &&
  html`<form class="card" method="get" action="${shopPath(view.event.organizationSlug, view.event.slug)}">
<input type="hidden" name="lang" value="${view.language}">
${view.event.own && html`<input type="hidden" name="${HELD_FIELD}" value="${checkoutCode(view.event.own)}">`}${attributionFields(view.attribution)}${codeFields(view)}
</form>
`;

/** Fields of the order, above it. The answer to an order with another code is the page with what the code opens. */
export const codeOfOrder = (view: OrderFormView): Html | false =>
  isSectionFirst(view)
    ? codeForm(view)
    : hasCode(view) && html`<div class="card">${codeFields(view, ORDER_FORM)}</div>\n`;

/** On pages of events with hidden tiers, and of a link that has a code. */
const hasCode = ({ event, values }: OrderFormView) => event.hiddenOffers.length > 0 || values.code !== '';

function codeFields({ values, language, problems }: OrderFormView, formId?: string): Html {
  const { code: texts } = shopTexts[language];
  const problem = problems.find(({ field }) => field === CODE_FIELD);
  const isUsed = values.code !== '' && problem === undefined;
  const form = formId !== undefined && html` form="${formId}"`;
  return html`<label for="${CODE_FIELD}">${texts.label}</label>
<div class="beside">
<input id="${CODE_FIELD}" name="${CODE_FIELD}"${form} maxlength="64" autocomplete="off" autocapitalize="characters" spellcheck="false" value="${values.code}"${described(CODE_FIELD, problem)}>
<button class="plain" type="submit"${form}>${texts.use}</button>
</div>
${message(CODE_FIELD, problem)}
${isUsed && html`<p class="quiet" role="status">${texts.used}</p>`}`;
}
