import { MAX_EMAIL_LENGTH, MAX_NAME_LENGTH } from '../../platform/http/contract/fields.ts';
import { isEmail, isNameOfPerson } from '../../platform/http/contract/validation.ts';
import { textsOf } from '../../platform/http/pages/form-texts.ts';
import { type Html, html } from '../../platform/http/pages/html.ts';
import type { Language } from '../../values/language.ts';
import { actionTexts, type HolderProblem } from './action-texts.ts';

/** The name and address that a buyer types for the holder of a ticket. */
export interface HolderValues {
  name: string;
  email: string;
}

export type HolderProblems = Partial<Record<keyof HolderValues, HolderProblem>>;

export function readHolder(body: unknown): HolderValues {
  const text = textsOf(body);
  return { name: text('name'), email: text('email') };
}

/** `emailRequired`: the ticket is sent to the address. */
export function problemsOf({ name, email }: HolderValues, emailRequired: boolean): HolderProblems {
  const isAddress = email === '' ? !emailRequired : isEmail(email);
  return { ...(isNameOfPerson(name) ? {} : { name: 'badName' }), ...(isAddress ? {} : { email: 'badEmail' }) };
}

interface FieldsView {
  /** Makes the ids of two forms on one page different. */
  prefix: string;
  values: HolderValues;
  problems: HolderProblems;
  emailRequired: boolean;
  language: Language;
}

export function holderFields({ prefix, values, problems, emailRequired, language }: FieldsView): Html {
  const texts = actionTexts[language];
  const field = (name: keyof HolderValues, label: string, attributes: Html) => {
    const problem = problems[name];
    const id = `${prefix}_${name}`;
    return html`<label for="${id}">${label}</label>
<input id="${id}" name="${name}" value="${values[name]}" ${attributes}${problem && html` aria-invalid="true" aria-describedby="${id}_error"`}>
${problem && html`<p id="${id}_error" class="wrong">${texts.problems[problem]}</p>`}`;
  };
  return html`<div class="attendee">${field('name', texts.name, html`type="text" required maxlength="${MAX_NAME_LENGTH}" autocomplete="off"`)}
${field('email', emailRequired ? texts.email : texts.optionalEmail, html`type="email" maxlength="${MAX_EMAIL_LENGTH}" autocomplete="off" autocapitalize="off" spellcheck="false"${emailRequired && html` required`}`)}</div>`;
}
