import { html } from '../../platform/http/pages/html.ts';
import type { PageOfState } from '../../platform/http/pages/page.ts';
import type { Language } from '../../values/language.ts';
import type { PrintedEvent, PrintedTicket } from '../documents/printed-order.ts';
import { actionTexts } from './action-texts.ts';
import { type HolderProblems, type HolderValues, holderFields } from './holder-form.ts';
import { pressField } from './once-per-press.ts';
import { ticketTexts } from './texts.ts';
import { ticketName } from './ticket-name.ts';
import { whichEvent } from './ticket-page.ts';

interface HolderView {
  event: PrintedEvent;
  ticket: PrintedTicket;
  /** The address of the order's page. */
  orderPath: string;
  /** The address of this page. */
  path: string;
  language: Language;
}

interface FormState {
  values: HolderValues;
  problems: HolderProblems;
}

const NAME_FORM = 'name';
const PASS_ON_FORM = 'pass-on';

const EMPTY: FormState = { values: { name: '', email: '' }, problems: {} };

/**
 * Where the buyer changes the name on a ticket, or passes it on. A form that was sent is shown again with what was
 * typed, in another language, too.
 */
export function holderPage(view: HolderView & { naming?: FormState; passing?: FormState }): PageOfState {
  const { event, ticket, orderPath, path, language, passing = EMPTY } = view;
  const texts = actionTexts[language];
  const naming = view.naming ?? { values: { name: ticket.holder, email: ticket.holderEmail ?? '' }, problems: {} };
  const title = ticketName(ticket, language);
  const body = html`<h1>${title}</h1>
${whichEvent(event, language)}
<p class="fact">${ticket.tierName}${!ticket.isPassedOn && html` · ${ticket.holder}`}</p>
${
  !ticket.isPassedOn &&
  html`<section class="card" aria-labelledby="naming">
<h2 id="naming">${texts.changeName}</h2>
<p class="quiet">${texts.changeNameHint}</p>
<form id="${NAME_FORM}" method="post" action="${path}/${NAME_FORM}">
${holderFields({ prefix: 'named', ...naming, emailRequired: false, language })}
<button>${texts.saveName}</button>
</form>
</section>`
}
<section class="card" aria-labelledby="passing">
<h2 id="passing">${texts.passOn}</h2>
<p class="quiet">${texts.passOnHint}</p>
<form id="${PASS_ON_FORM}" method="post" action="${path}/${PASS_ON_FORM}">
${holderFields({ prefix: 'passed', ...passing, emailRequired: true, language })}
<button>${texts.passOnNext}</button>
</form>
</section>
<p class="center"><a class="alone" href="${orderPath}">${texts.backToOrder}</a></p>`;
  const form = view.naming ? NAME_FORM : view.passing && PASS_ON_FORM;
  return {
    title: `${title}: ${ticketTexts[language].orderTitle(event.title)}`,
    body,
    ...(form && { keeps: { form, action: `${path}/${form}` } }),
  };
}

const CONFIRM_FORM = 'confirm';

/** Asks before the old code stops working, which cannot be undone. */
export function confirmPassOnPage(view: HolderView & { values: HolderValues }): PageOfState {
  const { event, ticket, orderPath, path, language, values } = view;
  const texts = actionTexts[language];
  const body = html`<h1>${texts.confirmPassOn}</h1>
${whichEvent(event, language)}
<div class="note">
<p>${texts.passOnTo(ticketName(ticket, language), values.name, values.email)}</p>
<p>${texts.passOnFinal}</p>
</div>
<form id="${CONFIRM_FORM}" method="post" action="${path}/pass-on">
<input type="hidden" name="name" value="${values.name}">
<input type="hidden" name="email" value="${values.email}">
${pressField()}
<button name="confirmed" value="1">${texts.passOnNow}</button>
</form>
<p class="center"><a class="alone" href="${orderPath}">${texts.keep}</a></p>`;
  const keeps = { form: CONFIRM_FORM, action: `${path}/pass-on` };
  return { title: `${texts.confirmPassOn}: ${event.title}`, body, keeps };
}
