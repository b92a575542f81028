import { MAX_EMAIL_LENGTH } from '../../platform/http/contract/fields.ts';
import { html } from '../../platform/http/pages/html.ts';
import type { PageOfState } from '../../platform/http/pages/page.ts';
import type { Language } from '../../values/language.ts';
import { findTexts } from './texts.ts';

interface FindView {
  language: Language;
  /** The address of this page, with the organization in its query. */
  path: string;
  /** What was typed and is no e-mail address. */
  wrong?: string;
}

export function findPage({ language, path, wrong }: FindView): PageOfState {
  const texts = findTexts[language];
  const body = html`<h1>${texts.title}</h1>
<p>${texts.explanation}</p>
<form method="post" action="${path}">
<div class="attendee">
<label for="email">${texts.email}</label>
<input id="email" name="email" type="email" required maxlength="${MAX_EMAIL_LENGTH}" autocomplete="email" autocapitalize="off" spellcheck="false" value="${wrong ?? ''}"${wrong !== undefined && html` aria-invalid="true" aria-describedby="email_error"`}>
${wrong !== undefined && html`<p id="email_error" class="wrong">${texts.badEmail}</p>`}
</div>
<button>${texts.send}</button>
</form>`;
  return { title: texts.title, body };
}

/** This page is the same whether the address is known or not, so that it does not reveal who has orders. */
export function linksSentPage({ language, path }: FindView): PageOfState {
  const texts = findTexts[language];
  const body = html`<h1>${texts.sentTitle}</h1>
<div class="note" role="status"><p>${texts.sent}</p></div>
<p>${texts.notArrived}</p>
<p class="center"><a class="alone" href="${path}">${texts.again}</a></p>`;
  return { title: texts.sentTitle, body };
}
