import { findTicketsLink } from '../../platform/http/pages/find-tickets-link.ts';
import { Html, html } from '../../platform/http/pages/html.ts';
import { organizerContact } from '../../platform/http/pages/organizer-contact.ts';
import type { Page, PageOfState } from '../../platform/http/pages/page.ts';
import { coverTag } from '../../platform/http/pages/picture-tag.ts';
import { dateAndTime, timeOfDay } from '../../platform/http/pages/times.ts';
import { roomPath, shopPath } from '../../values/slug.ts';
import { type SaleState, salesStart } from '../offer.ts';
import { linkWith } from './attribution-fields.ts';
import { codeForm, codeOfOrder } from './code-form.ts';
import { aboutSection, eventFacts } from './event-facts.ts';
import { keptQuery } from './form-values.ts';
import { isSectionFirst, ORDER_FORM, type OrderFormView, orderForm, problemList, sectionList } from './order-form.ts';
import { otherDates } from './other-dates.ts';
import { mustWait, type VisitorPass } from './pass-of-visitor.ts';
import { shopTexts } from './texts.ts';
import { WAITING_FORM, type WaitingView, waitingForm } from './waiting-form.ts';

interface EventView extends OrderFormView {
  state: SaleState;
  pass: VisitorPass;
  waiting: Pick<WaitingView, 'values' | 'problems'>;
}

/**
 * The page of an event: what it is, and the form that buys tickets or the reason why there is none. With a section it
 * is only the form with its seats.
 */
export function eventPage(view: EventView): PageOfState & Pick<Page, 'keeps'> {
  const { event, language, values, problems, section, state, waiting, path, attribution, now } = view;
  const texts = shopTexts[language];
  const { organizer, organizationSlug, descriptionHtml } = event;
  const list =
    canWait.has(state) &&
    !section &&
    waitingForm({ event, language, path, code: values.code, attribution, now, ...waiting });
  const body = html`
${!section && event.coverImageUrl && coverTag(event.coverImageUrl)}
<h1>${event.title}</h1>
${eventFacts(event, language)}
${problemList([...problems, ...waiting.problems], language)}
${saleOf(view, Boolean(list))}
${list}
${!section && otherDates(event, { language, attribution })}
${!section && aboutSection(descriptionHtml, language)}
${organizerContact(organizer, language)}
<p class="center"><a class="alone" href="${linkWith(attribution, shopPath(organizationSlug))}">${texts.allEvents(organizer.name)}</a></p>
${findTicketsLink(language, event.organizationId)}`;
  const about = section ? `${texts.seats.seatsOf(section.label)}, ${event.title}` : event.title;
  const form = keptForm(view, Boolean(list));
  return {
    title: `${about}: ${organizer.name}`,
    body,
    ...(form && { keeps: { form, action: `${path}/language` } }),
  };
}

/** Whether the visitor can buy now. */
export const isSelling = ({ state, pass }: Pick<EventView, 'state' | 'pass'>): boolean =>
  state === 'on_sale' && !mustWait(pass);

/**
 * The form whose input another language keeps. A link keeps the tickets that the buyer holds; the waiting list's form
 * does not.
 */
function keptForm(view: EventView, hasList: boolean): string | undefined {
  if (isSelling(view) && !isSectionFirst(view)) return ORDER_FORM;
  return hasList && !view.event.own ? WAITING_FORM : undefined;
}

/** The form, the way to the waiting room, or why nothing can be bought. */
function saleOf(view: EventView, hasList: boolean): Html {
  const { event, language, state, pass } = view;
  if (state !== 'on_sale')
    return html`${stateNote(view, hasList)}\n${canQueue.has(state) && mustWait(pass) && roomNote(view)}${codeForm(view)}`;
  if (mustWait(pass)) return roomNote(view);
  const until = pass.needed && pass.endsAt && timeOfDay(language, event.timeZone, pass.endsAt);
  return html`${until && html`<p class="note" role="status">${shopTexts[language].room.until(until)}</p>`}
${codeOfOrder(view)}
${isSectionFirst(view) ? sectionList(view) : orderForm(view)}`;
}

function roomNote({ event, language, values, attribution }: EventView): Html {
  const { heading, text, enter } = shopTexts[language].room;
  const room = linkWith(attribution, roomPath(event.organizationSlug, event.slug), keptQuery(event, values));
  return html`<div class="note" role="status">
<h2>${heading}</h2>
<p>${text}</p>
<p><a class="button" href="${room}">${enter}</a></p>
</div>`;
}

/** Tickets are on sale later, or when others let them go: the line moves then. */
const canQueue = new Set<SaleState>(['not_yet', 'held']);

/** Something is on sale, or everything is sold or held. */
const canWait = new Set<SaleState>(['on_sale', 'held', 'gone']);

function stateNote(
  { event, language, state, pass, values, path, attribution, now }: EventView,
  hasList: boolean,
): Html {
  const texts = shopTexts[language];
  const [heading = '', text = ''] = texts.states[state] ?? [];
  const start = state === 'not_yet' ? salesStart(event, now) : undefined;
  const words = state === 'gone' && !hasList ? `${text} ${texts.returned}` : text;
  return html`<div class="note${state === 'cancelled' && new Html(' bad')}" role="status">
<h2>${heading}</h2>
<p>${start ? texts.startsAt(dateAndTime(language, event.timeZone, start)) : words}</p>
</div>
${state === 'held' && !mustWait(pass) && html`<p><a class="button" href="${linkWith(attribution, path, keptQuery(event, values))}">${texts.lookAgain}</a></p>`}`;
}
