import { MAX_EMAIL_LENGTH, MAX_NAME_LENGTH, MAX_PHONE_LENGTH } from '../../platform/http/contract/fields.ts';
import { type Html, html } from '../../platform/http/pages/html.ts';
import type { Language } from '../../values/language.ts';
import type { BuyerValues, ShopProblem } from './form-values.ts';
import { shopTexts } from './texts.ts';

interface Filled {
  values: BuyerValues;
  problems: ShopProblem[];
}

interface Fields {
  language: Language;
  emailHint: string;
  /** Before the name of each field, where a page has two forms. */
  prefix?: string;
}

/** Who the tickets are for, as every form of the shop asks. */
export function buyerFields({ values, problems }: Filled, { language, emailHint, prefix = '' }: Fields): Html {
  const texts = shopTexts[language];
  const field = (name: keyof BuyerValues, label: Html | string, attributes: Html) => {
    const id = prefix + name;
    const problem = problems.find((one) => one.field === id);
    return html`<label for="${id}">${label}</label>
<input id="${id}" name="${id}" value="${values[name]}" ${attributes}${described(id, problem)}>
${message(id, problem)}
`;
  };
  return html`${field('name', texts.name, html`type="text" autocomplete="name" required maxlength="${MAX_NAME_LENGTH}"`)}${field('email', html`${texts.email} <small>${emailHint}</small>`, html`type="email" autocomplete="email" autocapitalize="off" spellcheck="false" required maxlength="${MAX_EMAIL_LENGTH}"`)}${field('phone', `${texts.phone} (${texts.optional})`, html`type="tel" autocomplete="tel" maxlength="${MAX_PHONE_LENGTH}"`)}`;
}

/** A field refers to its message, which stands beside it. */
export const described = (id: string, problem: ShopProblem | undefined): Html | undefined =>
  problem && html` aria-invalid="true" aria-describedby="${id}_error"`;
export const message = (id: string, problem: ShopProblem | undefined): Html | undefined =>
  problem && html`<p id="${id}_error" class="wrong">${problem.message}</p>`;
