import { checkoutCode } from '../../checkouts/checkout.ts';
import { html } from '../../platform/http/pages/html.ts';
import type { PageOfState } from '../../platform/http/pages/page.ts';
import type { Language } from '../../values/language.ts';
import { dateAndTimeIn } from '../../values/local-time.ts';
import type { Entry } from '../entry.ts';
import { waitingListTexts } from './texts.ts';

interface View {
  entry: Entry;
  /** Path of this page. */
  path: string;
  title: string;
  isCancelled: boolean;
  tierName: string;
  startDatetime: Date;
  timeZone: string;
  language: Language;
}

/** The page of a person on the waiting list: how it stands, and a button to leave. */
export function entryPage({
  entry,
  path,
  title,
  isCancelled,
  tierName,
  startDatetime,
  timeZone,
  language,
}: View): PageOfState {
  const texts = waitingListTexts[language];
  const { status, checkoutId, offerEndsAt, quantity, organizationId } = entry;
  const [heading, words] = isCancelled ? texts.cancelled : texts.states[status];
  const isOffered = status === 'offered' && checkoutId !== null && offerEndsAt !== null;
  const body = html`
<h1>${texts.heading(title)}</h1>
<p>${dateAndTimeIn(language, timeZone, startDatetime)}</p>
<p>${texts.places(quantity, tierName)}</p>
<div class="note" role="status">
<h2>${heading}</h2>
<p>${words}</p>
${isOffered && html`<p>${texts.until(dateAndTimeIn(language, timeZone, offerEndsAt))}</p>`}
</div>
${isOffered && html`<p><a class="button" href="/c/${checkoutCode({ organizationId, id: checkoutId })}">${texts.getTickets(quantity)}</a></p>`}
${
  (status === 'waiting' || isOffered) &&
  html`<form method="post" action="${path}/leave"><button class="plain">${isOffered ? texts.decline : texts.leave}</button></form>`
}`;
  return { title: texts.heading(title), body };
}
