import type { Attribution } from '../../checkouts/checkout.ts';
import { Html, html } from '../../platform/http/pages/html.ts';
import { inlineFile } from '../../platform/http/pages/page.ts';
import type { Language } from '../../values/language.ts';
import type { RowSeats, SectionSeats, ShopSeat } from '../section-seats.ts';
import type { Offer, ShopEvent } from '../shop-event.ts';
import { linkWith } from './attribution-fields.ts';
import {
  keptQuery,
  priceField,
  quantityField,
  SEATS,
  type ShopFormValues,
  type ShopProblem,
  seatsField,
} from './form-values.ts';
import { chosenPriceInput, priceOf } from './offer-price.ts';
import { shopTexts } from './texts.ts';

/** Only this page has it: the others stay small. */
export const seatsStyle = inlineFile(new URL('seats.css', import.meta.url));

/** Prices that have a look of their own; more of them begin again. */
const LOOKS = 6;

export interface SeatPickerView {
  event: ShopEvent;
  section: SectionSeats;
  language: Language;
  values: ShopFormValues;
  problems: ShopProblem[];
  /** Path of the event's page. */
  path: string;
  attribution: Attribution;
}

interface ShownSeats extends SeatPickerView {
  /** The price as which seats with several are ticked. */
  current: Offer | undefined;
}

/**
 * The seats of one section as checkboxes, row by row, front row first. Each row names its price, and each price has its
 * own shape, so that nothing depends on colour. A row whose seats have several prices, such as those of adults and
 * children, takes the one that the buyer chose above.
 */
export function seatPicker(asked: SeatPickerView): Html {
  const { event, section, language, values, path, attribution } = asked;
  const view = { ...asked, current: currentOffer(asked) };
  const texts = shopTexts[language].seats;
  const [first, last] = [section.rows.at(0)?.label, section.rows.at(-1)?.label];
  return html`<input type="hidden" name="section" value="${section.id}">
<input type="hidden" name="tier" value="${view.current?.tierId}">
<h3 id="${SEATS}" tabindex="-1">${texts.seatsOf(section.label)}</h3>
<ul class="prices">${section.offers.map((offer) => price(view, offer))}</ul>
${priceButtons(view)}
<p class="quiet">${texts.howTo}</p>
<p class="quiet edge">${texts.front}</p>
<div class="map" role="group" aria-labelledby="${SEATS}" tabindex="0">${section.rows.map((row) => rowOfSeats(view, row))}</div>
${first !== last && html`<p class="quiet edge">${texts.back}</p>`}
<p class="picked">${texts.picked} </p>
<p><a class="alone" href="${linkWith(attribution, path, { lang: language, ...keptQuery(event, values) })}">${texts.otherSections}</a></p>`;
}

/** The prices of rows with several. */
function sharingOffers({ offers, rows }: SectionSeats): Offer[] {
  const sharing = new Set(rows.flatMap((row) => (row.offers.length > 1 ? row.offers : [])));
  return offers.filter((offer) => sharing.has(offer));
}

/** The one as which seats of such rows are ticked now. */
function currentOffer({ section, values }: SeatPickerView): Offer | undefined {
  const sharing = sharingOffers(section);
  return sharing.find(({ tierId }) => tierId === values.tier) ?? sharing[0];
}

const lookOf = ({ offers }: SectionSeats, offer: Offer): number => offers.indexOf(offer) % LOOKS;

function price(view: SeatPickerView, offer: Offer): Html {
  const { language, section, problems } = view;
  const id = quantityField(offer);
  const problem = problems.find(({ field }) => field === id);
  return html`<li id="${id}" tabindex="-1">${section.offers.length > 1 && html`<span class="seat p${lookOf(section, offer)}" aria-hidden="true"></span>`}${priceText(language, offer)}
<input type="hidden" name="${priceField(offer)}" value="${offer.priceCentavos}">${problem && html`<p class="wrong">${problem.message}</p>`}${offer.minimumPriceCentavos !== null && html`<div class="fields">${chosenPriceInput(view, offer)}</div>`}</li>
`;
}

const priceText = (language: Language, offer: Offer): string => `${offer.name} ${priceOf(offer, language)}`;

/** Buttons, so that what was ticked is kept without a script. */
function priceButtons({ section, language, path, current }: ShownSeats): Html | false {
  const sharing = sharingOffers(section);
  if (sharing.length === 0) return false;
  const texts = shopTexts[language].seats;
  return html`<fieldset class="tiers"><legend>${texts.tickedAs}</legend>
${sharing.map((offer) =>
  offer === current
    ? html`<strong aria-current="true">${priceText(language, offer)}</strong>`
    : html`<button class="plain" name="as" value="${offer.tierId}" formaction="${path}/language?lang=${language}">${priceText(language, offer)}</button>`,
)}</fieldset>`;
}

function rowOfSeats(view: ShownSeats, row: RowSeats): Html {
  const { language } = view;
  const texts = shopTexts[language].seats;
  const prices = row.offers.map((offer) => priceText(language, offer)).join(' / ');
  return html`<fieldset><legend>${texts.row(row.label)} <small>${prices || texts.notOnSale}</small></legend>
<div>${row.places.map((seat) => (seat ? checkbox(view, row, seat) : new Html('<i></i>')))}</div></fieldset>
`;
}

function checkbox(
  { section, values, current }: ShownSeats,
  { offers }: RowSeats,
  { id, number, isFree }: ShopSeat,
): Html {
  const ticked = values.seats.get(id);
  const offer =
    offers.find(({ tierId }) => tierId === ticked) ?? (current && offers.includes(current) ? current : offers[0]);
  if (!isFree || !offer) return html`<label class="seat"><input type="checkbox" disabled><b>${number}</b></label>`;
  const checked = ticked !== undefined && new Html(' checked');
  return html`<label class="seat p${lookOf(section, offer)}"><input type="checkbox" name="${seatsField(offer)}" value="${id}"${checked}><b>${number}</b></label>`;
}
