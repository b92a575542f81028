import type { Attribution } from '../../checkouts/checkout.ts';
import { Html, html } from '../../platform/http/pages/html.ts';
import { dateAndTime } from '../../platform/http/pages/times.ts';
import type { Language } from '../../values/language.ts';
import { offerState } from '../offer.ts';
import type { SectionSeats } from '../section-seats.ts';
import type { Offer, ShopEvent } from '../shop-event.ts';
import { FEW_LEFT } from '../shop-limits.ts';
import { attributionFields, linkWith } from './attribution-fields.ts';
import { buyerFields, described, message } from './buyer-fields.ts';
import {
  keptQuery,
  mostInOrder,
  mostOf,
  nameOf,
  priceField,
  quantityField,
  SHOWN_CODE,
  type ShopFormValues,
  type ShopProblem,
} from './form-values.ts';
import { chosenPriceInput, priceOf } from './offer-price.ts';
import { seatPicker } from './seat-picker.ts';
import { shopTexts } from './texts.ts';

/** Id of the form, for the language buttons. */
export const ORDER_FORM = 'order';
/** A longer list of numbers is slower to use than a field. */
const MOST_IN_LIST = 20;

export interface OrderFormView {
  event: ShopEvent;
  language: Language;
  values: ShopFormValues;
  problems: ShopProblem[];
  /** Where it is sent. */
  path: string;
  holdMinutes: number;
  /** The section whose seats are shown to choose from. */
  section?: SectionSeats | undefined;
  attribution: Attribution;
  now: Date;
}

/**
 * The whole order in one form. The server validates it and shows its messages beside the fields in the language of the
 * page, so the browser's own validation is off.
 */
export function orderForm(view: OrderFormView): Html {
  const { event, language, values, path, holdMinutes, attribution } = view;
  const texts = shopTexts[language];
  return html`<form class="card" id="${ORDER_FORM}" method="post" action="${path}?lang=${language}" novalidate>
<input type="hidden" name="token" value="${values.token}">${values.code && html`<input type="hidden" name="${SHOWN_CODE}" value="${values.code}">`}
${attributionFields(attribution)}<h2>${texts.choose}</h2>
${view.section && seatPicker({ ...view, section: view.section })}
${listOfOffers(view, view.section ? event.offers.filter(({ admission }) => !admission) : event.offers)}
<p class="quiet">${event.seated && !view.section && `${texts.best} `}${texts.most(mostInOrder(event))}</p>
<fieldset class="fields"><legend>${texts.you}</legend>
${buyerFields(view, { language, emailHint: texts.emailHint })}
</fieldset>
<button type="submit">${texts.continue}</button>
<p class="quiet">${texts.hold(holdMinutes)}</p>
</form>`;
}

/** The sections of an event whose buyers choose their seats: each has its page. */
export const sectionList = (view: OrderFormView): Html => html`<div class="card">
<h2>${shopTexts[view.language].seats.choose}</h2>
${listOfOffers(
  view,
  view.event.offers.filter(({ admission }) => admission),
)}
</div>`;

/** Whether buyers choose a section first, and its seats on the next page. */
export const isSectionFirst = ({ event, section, now }: Pick<OrderFormView, 'event' | 'section' | 'now'>): boolean =>
  event.selectionMode === 'choose' &&
  !section &&
  event.offers.some((offer) => offer.admission && offerState(offer, now) === 'on_sale');

function listOfOffers(view: OrderFormView, offers: Offer[]): Html[] {
  const texts = shopTexts[view.language];
  const groups = [...Map.groupBy(offers, (offer) => (offer.admission ? offer.section : texts.addOns)).entries()];
  return groups.map(
    ([
      name,
      inGroup,
    ]) => html`<fieldset><legend${name === null && new Html(' class="unseen"')}>${name ?? texts.choose}</legend>
${inGroup.map((offer) => offerLine(view, offer))}${linkToSeats(view, inGroup)}</fieldset>
`,
  );
}

/** To the page on which buyers choose seats of a section. */
function linkToSeats(
  { event, language, values, path, attribution, now }: OrderFormView,
  offers: Offer[],
): Html | false {
  const offer = offers.find((one) => one.sectionId !== null && offerState(one, now) === 'on_sale');
  if (!offer || event.selectionMode === 'best_available') return false;
  const { seats } = shopTexts[language];
  const href = linkWith(attribution, path, {
    section: offer.sectionId ?? '',
    lang: language,
    ...keptQuery(event, values),
  });
  const text = (event.selectionMode === 'choose' ? seats.chooseIn : seats.chooseYourself)(offer.section ?? '');
  return html`<p><a class="alone" href="${href}">${text}</a></p>`;
}

export const problemList = (problems: ShopProblem[], language: Language): Html | false =>
  problems.length > 0 &&
  html`<div class="note bad" role="alert">
<h2>${shopTexts[language].problems.heading}</h2>
<ul>${problems.map(({ field, message }) => html`<li><a href="#${field}">${message}</a></li>`)}</ul>
</div>`;

function offerLine(view: OrderFormView, offer: Offer): Html {
  const { event, language, problems, now } = view;
  const texts = shopTexts[language];
  const state = offerState(offer, now);
  const price = priceOf(offer, language);
  const id = quantityField(offer);
  const problem = problems.find(({ field }) => field === id);
  if (state !== 'on_sale') {
    const timeOf = (time: Date | null) => time && dateAndTime(language, event.timeZone, time);
    const isLong = state === 'not_yet' || (state === 'next' && offer.after?.name);
    const why =
      state === 'not_yet' && offer.salesStartDatetime
        ? texts.offerFrom(dateAndTime(language, event.timeZone, offer.salesStartDatetime))
        : state === 'next' && offer.after?.name
          ? texts.offerAfter(offer.after.name, timeOf(offer.after.salesEndDatetime))
          : texts.offerStates[state as keyof typeof texts.offerStates];
    return html`<div class="offer" id="${id}" tabindex="-1"><p>${offer.name} <small>${price}</small></p><p class="quiet${isLong && new Html(' whole')}">${why}</p>${message(id, problem)}</div>
`;
  }
  const left = offer.free <= FEW_LEFT && html` · ${texts.left(offer.free)}`;
  if (offer.sectionId !== null && event.selectionMode === 'choose')
    return html`<div class="offer"><p>${offer.name} <small>${price}${left}</small></p></div>
`;
  return html`<div class="offer"><label for="${id}">${offer.name} <small>${price}${left}</small></label>
${quantityInput(view, offer, problem)}<input type="hidden" name="${priceField(offer)}" value="${offer.priceCentavos}">${message(id, problem)}${chosenPriceInput(view, offer)}</div>
`;
}

function quantityInput({ event, language, values }: OrderFormView, offer: Offer, problem: ShopProblem | undefined) {
  const id = quantityField(offer);
  const most = mostOf(event, offer);
  const entered = values.quantities.get(offer.key) ?? '';
  const label = shopTexts[language].quantityOf(nameOf(offer));
  const attributes = html`id="${id}" name="${id}" aria-label="${label}"${described(id, problem)}`;
  const isListed = /^\d*$/.test(entered) && Number(entered) <= most;
  if (most > MOST_IN_LIST || !isListed)
    return html`<input type="number" inputmode="numeric" min="0" max="${most}" placeholder="0" value="${entered}" ${attributes}>`;
  return html`<select ${attributes}>${Array.from(
    { length: most + 1 },
    (_, quantity) => html`<option${quantity === Number(entered) && new Html(' selected')}>${quantity}</option>`,
  )}</select>`;
}
