import type { Attribution } from '../../checkouts/checkout.ts';
import { saleStartsLater } from '../../events/tier-sale.ts';
import { textsOf } from '../../platform/http/pages/form-texts.ts';
import { Html, html } from '../../platform/http/pages/html.ts';
import type { Language } from '../../values/language.ts';
import type { Uuid } from '../../values/uuid.ts';
import { isListOpen } from '../../waiting-list/entry.ts';
import { offerState } from '../offer.ts';
import type { Offer, ShopEvent } from '../shop-event.ts';
import { attributionFields } from './attribution-fields.ts';
import { buyerFields, described, message } from './buyer-fields.ts';
import {
  type BuyerValues,
  buyerFrom,
  buyerProblems,
  CODE_FIELD,
  mostInOrder,
  type ShopProblem,
} from './form-values.ts';
import { priceOf } from './offer-price.ts';
import { waitingTexts } from './waiting-texts.ts';

/** Id of the form, for the language buttons. */
export const WAITING_FORM = 'waiting_form';
/** The page may have the form that buys as well. */
const PREFIX = 'waiting_';
const TIER = `${PREFIX}tier`;
const QUANTITY = `${PREFIX}quantity`;

export interface WaitingValues extends BuyerValues {
  tierId: string;
  quantity: string;
}

export interface WaitingView {
  event: ShopEvent;
  language: Language;
  values: WaitingValues;
  problems: ShopProblem[];
  /** Path of the event's page. */
  path: string;
  /** The code that opened hidden tiers; '' for none. */
  code: string;
  /** Kept with the entry, for the order that comes of an offer. */
  attribution: Attribution;
  now: Date;
}

/**
 * From the form for the waiting list, or from the one that buys: a buyer who was too late entered name and address
 * there.
 */
export function readWaitingValues(body: unknown): WaitingValues {
  const text = textsOf(body);
  const buyer = buyerFrom((field) => text(PREFIX + field) || text(field));
  return { tierId: text(TIER), quantity: text(QUANTITY), ...buyer };
}

/** `label` tells it apart, `most` is the largest party that may wait for it. */
type TakenTier = Offer & { label: string; most: number };

/** Sections that a label names: a tier may have a hundred. */
const MOST_SECTIONS_NAMED = 3;

/** The tiers that cannot be bought now, because every place is sold or held: on a seated event, in all sections. */
function takenTiers(event: ShopEvent, now: Date): TakenTier[] {
  const { offers, status } = event;
  const tiers = Map.groupBy(offers, ({ tierId }) => tierId).values();
  return [...tiers].flatMap((ofTier) => {
    const [first] = ofTier;
    const states = ofTier.map((offer) => offerState(offer, now));
    const isTaken = states.every(
      (state) => state === 'gone' || state === 'held' || (status === 'sold_out' && state === 'on_sale'),
    );
    const most = Math.min(mostInOrder(event), Math.max(...ofTier.map(({ size }) => size)));
    if (!first || !isTaken || most < 1) return [];
    const isNamedTwice = offers.some(({ name, tierId }) => name === first.name && tierId !== first.tierId);
    return [{ ...first, label: isNamedTwice ? labelWithSections(ofTier) : first.name, most }];
  });
}

function labelWithSections(ofTier: Offer[]): string {
  const sections = ofTier.flatMap(({ section }) => section ?? []);
  const more = sections.length > MOST_SECTIONS_NAMED ? ['…'] : [];
  return [...sections.slice(0, MOST_SECTIONS_NAMED), ...more, ...ofTier.slice(0, 1).map(({ name }) => name)].join(', ');
}

/** The tiers whose waiting list takes people. */
const waitableTiers = (event: ShopEvent, now: Date): TakenTier[] =>
  takenTiers(event, now).filter((tier) => !saleStartsLater(tier, now) && isListOpen(event, tier, now));

/** The errors that prevent joining, but for those that the list itself finds: it may be closed by now. */
export function findWaitingProblems(
  event: ShopEvent,
  values: WaitingValues,
  { language, now }: { language: Language; now: Date },
): ShopProblem[] {
  const texts = waitingTexts[language];
  const tier = takenTiers(event, now).find(({ tierId }) => tierId === values.tierId);
  const most = tier?.most ?? mostInOrder(event);
  const isQuantity = /^[1-9]\d{0,8}$/.test(values.quantity) && Number(values.quantity) <= most;
  return [
    ...(tier ? [] : [{ field: TIER, message: texts.notSoldOut }]),
    ...(isQuantity ? [] : [{ field: QUANTITY, message: texts.badQuantity(most) }]),
    ...buyerProblems(values, language, PREFIX),
  ];
}

/** What the list itself refused, beside the field that says which one. */
export const refusedByList = (text: string): ShopProblem => ({ field: TIER, message: text });

/** The form for the waiting list; nothing when another part of the page says why there is no waiting list. */
export function waitingForm(view: WaitingView): Html | false {
  const { event, language, values, problems, path, code, attribution, now } = view;
  const tiers = waitableTiers(event, now);
  if (tiers.length === 0) return false;
  const texts = waitingTexts[language];
  const most = Math.max(...tiers.map((tier) => tier.most));
  return html`<form class="card" id="${WAITING_FORM}" method="post" action="${path}/waiting-list?lang=${language}" novalidate aria-labelledby="waiting">
${attributionFields(attribution)}${code && html`<input type="hidden" name="${CODE_FIELD}" value="${code}">`}<h2 id="waiting">${texts.heading}</h2>
<p>${texts.explained}</p>
<div class="fields">
<label for="${TIER}">${texts.tier}</label>
<select id="${TIER}" name="${TIER}"${described(TIER, problemOf(problems, TIER))}>${tiers.map((tier) => option({ value: tier.tierId, text: `${tier.label}, ${priceOf(tier, language)}`, chosen: values.tierId }))}</select>
${message(TIER, problemOf(problems, TIER))}
<label for="${QUANTITY}">${texts.quantity}</label>
<select id="${QUANTITY}" name="${QUANTITY}"${described(QUANTITY, problemOf(problems, QUANTITY))}>${Array.from({ length: most }, (_, before) => option({ value: `${before + 1}`, text: `${before + 1}`, chosen: values.quantity }))}</select>
${message(QUANTITY, problemOf(problems, QUANTITY))}
${buyerFields({ values, problems }, { language, emailHint: texts.emailHint, prefix: PREFIX })}</div>
<button type="submit">${texts.join}</button>
</form>`;
}

const problemOf = (problems: ShopProblem[], field: string) => problems.find((one) => one.field === field);

const option = ({ value, text, chosen }: { value: Uuid | string; text: string; chosen: string }) =>
  html`<option value="${value}"${value === chosen && new Html(' selected')}>${text}</option>`;
