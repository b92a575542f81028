import { type Html, html } from '../../platform/http/pages/html.ts';
import { shopPath } from '../../values/slug.ts';
import { attributionFields } from './attribution-fields.ts';
import { described, message } from './buyer-fields.ts';
import { CODE_FIELD } from './form-values.ts';
import type { OrderFormView } from './order-form.ts';
import { shopTexts } from './texts.ts';

/** Where a buyer enters a code: on pages of events with hidden tiers, and of a link that has a code. */
export function codeForm({ event, values, language, problems, attribution }: OrderFormView): Html | false {
  if (event.hiddenOffers.length === 0 && values.code === '') return false;
  const { code: texts } = shopTexts[language];
  const problem = problems.find(({ field }) => field === CODE_FIELD);
  const isUsed = values.code !== '' && problem === undefined;
  return html`<form class="card" method="get" action="${shopPath(event.organizationSlug, event.slug)}">
<input type="hidden" name="lang" value="${language}">
${attributionFields(attribution)}<label for="${CODE_FIELD}">${texts.label}</label>
<div class="beside">
<input id="${CODE_FIELD}" name="${CODE_FIELD}" maxlength="64" autocomplete="off" autocapitalize="characters" spellcheck="false" value="${values.code}"${described(CODE_FIELD, problem)}>
<button class="plain" type="submit">${texts.use}</button>
</div>
${message(CODE_FIELD, problem)}
${isUsed && html`<p class="quiet" role="status">${texts.used}</p>`}
</form>
`;
}
