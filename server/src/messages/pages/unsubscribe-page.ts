import { html } from '../../platform/http/pages/html.ts';
import type { PageOfState } from '../../platform/http/pages/page.ts';
import type { Language } from '../../values/language.ts';
import { unsubscribeTexts } from './texts.ts';

export interface UnsubscribeView {
  /** Path of this page. */
  path: string;
  organization: string;
  email: string;
  language: Language;
}

/**
 * Asks first, so that a program that opens the links of a mail does not unsubscribe its reader. One press is enough.
 */
export function unsubscribePage({ path, organization, email, language }: UnsubscribeView): PageOfState {
  const texts = unsubscribeTexts[language];
  const body = html`
<h1>${texts.question(organization, email)}</h1>
<p>${texts.ticketsStay}</p>
<form method="post" action="${path}"><button>${texts.unsubscribe}</button></form>`;
  return { title: texts.title, body };
}

export function unsubscribedPage({ path, organization, email, language }: UnsubscribeView): PageOfState {
  const texts = unsubscribeTexts[language];
  const body = html`
<h1>${texts.done}</h1>
<div class="note" role="status"><p>${texts.doneWords(organization, email)}</p></div>
<p>${texts.ticketsStay}</p>
<form method="post" action="${path}/undo"><button class="plain">${texts.undo}</button></form>`;
  return { title: texts.done, body };
}

export function subscribedPage({ organization, email, language }: UnsubscribeView): PageOfState {
  const texts = unsubscribeTexts[language];
  const body = html`
<h1>${texts.undone}</h1>
<div class="note" role="status"><p>${texts.undoneWords(organization, email)}</p></div>`;
  return { title: texts.undone, body };
}
