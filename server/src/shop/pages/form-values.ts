import { MAX_NAME_LENGTH, MAX_PHONE_LENGTH, MAX_PRICE_PESOS } from '../../platform/http/contract/fields.ts';
import { isEmail, isStorable } from '../../platform/http/contract/validation.ts';
import type { Language } from '../../values/language.ts';
import { centavosFromPesos, centavosFromText, formatPesos } from '../../values/money.ts';
import { isPersonName } from '../../values/person-name.ts';
import { isToken, newToken } from '../../values/token.ts';
import { limitsOf } from '../buy.ts';
import { offerState } from '../offer.ts';
import type { Offer, ShopEvent } from '../shop-event.ts';
import { shopTexts } from './texts.ts';

/** What a buyer entered; the page shows it again until it is valid. */
export interface ShopFormValues {
  token: string;
  /** By the key of the offer, as entered. */
  quantities: Map<string, string>;
  /** By the key of the offer: the price that the buyer chose, as entered. */
  prices: Map<string, string>;
  /** By the key of the offer: the price that the buyer saw. */
  seenCentavos: Map<string, number>;
  name: string;
  email: string;
  phone: string;
  /** A promo code, as entered; empty: none. */
  code: string;
}

/** What is wrong with the field with this id. */
export interface ShopProblem {
  field: string;
  message: string;
}

/** Why the code that the buyer entered cannot be used. */
export interface CodeProblem extends ShopProblem {
  status: number;
}

/** Name of the field, also in links: `?code=EARLY`. */
export const CODE_FIELD = 'code';
export const quantityField = ({ key }: Offer) => `q_${key}`;
/** The price that the buyer chooses. */
export const chosenPriceField = ({ key }: Offer) => `u_${key}`;
export const priceField = ({ key }: Offer) => `p_${key}`;

/** Longer than any field may be; the rest is cut off. */
const MAX_VALUE_LENGTH = 1_000;

/** The first form: one kind of ticket is probably wanted once. */
export function emptyValues({ offers }: ShopEvent, code: string, now: Date): ShopFormValues {
  const [only, ...others] = offers.filter((offer) => offer.admission && offerState(offer, now) === 'on_sale');
  const quantities = new Map(only && others.length === 0 ? [[only.key, '1']] : []);
  return {
    token: newToken(),
    quantities,
    prices: new Map(),
    seenCentavos: new Map(),
    name: '',
    email: '',
    phone: '',
    code,
  };
}

/** A field of a form, or of the query of an address. */
export function readText(sent: unknown, name: string): string {
  const fields = (typeof sent === 'object' && sent !== null ? sent : {}) as Record<string, unknown>;
  const value = fields[name];
  return typeof value === 'string' ? value.trim().slice(0, MAX_VALUE_LENGTH) : '';
}

export function readFormValues(body: unknown, { offers }: ShopEvent): ShopFormValues {
  const text = (name: string) => readText(body, name);
  const token = text('token');
  return {
    token: isToken(token) ? token : newToken(),
    quantities: new Map(offers.map((offer) => [offer.key, text(quantityField(offer))])),
    prices: new Map(offers.map((offer) => [offer.key, text(chosenPriceField(offer))])),
    seenCentavos: new Map(
      offers.flatMap((offer) => {
        const seen = text(priceField(offer));
        return /^\d{1,12}$/.test(seen) ? [[offer.key, Number(seen)] as const] : [];
      }),
    ),
    name: text('name'),
    email: text('email'),
    phone: text('phone'),
    code: text(CODE_FIELD),
  };
}

export const nameOf = ({ section, name }: Offer): string => (section === null ? name : `${section}, ${name}`);

/** Most tickets that the field of an offer takes. */
export const mostOf = (event: ShopEvent, offer: Offer): number => Math.min(limitsOf(event).perOrder, offer.free);

/** `quantity` is NaN for what is not a number. */
const chosenFrom = ({ offers }: ShopEvent, { quantities }: ShopFormValues) =>
  offers.flatMap((offer) => {
    const entered = quantities.get(offer.key) ?? '';
    const quantity = /^\d{1,9}$/.test(entered) ? Number(entered) : Number.NaN;
    return entered === '' || quantity === 0 ? [] : [{ offer, quantity }];
  });

export const linesFrom = (event: ShopEvent, values: ShopFormValues) =>
  chosenFrom(event, values).map(({ offer, quantity }) => ({
    tierId: offer.tierId,
    sectionId: offer.sectionId,
    quantity,
    unitPriceCentavos: chosenPrice(offer, values),
  }));

/** Undefined for a fixed price, and for what is not an amount. An empty field is the suggested price. */
function chosenPrice(offer: Offer, { prices }: ShopFormValues): number | undefined {
  const entered = prices.get(offer.key) ?? '';
  if (offer.minimumPriceCentavos === null) return undefined;
  return entered === '' ? offer.priceCentavos : centavosFromText(entered);
}

/** The most that a buyer may choose to pay for one ticket: the largest price that a tier can have. */
const MOST_CENTAVOS = centavosFromPesos(MAX_PRICE_PESOS);

/** The errors that prevent the order, in the order of the fields. */
export function findProblems(
  event: ShopEvent,
  values: ShopFormValues,
  { language, now }: { language: Language; now: Date },
): ShopProblem[] {
  return [...ticketProblems(event, values, { language, now }), ...buyerProblems(values, language)];
}

function ticketProblems(
  event: ShopEvent,
  values: ShopFormValues,
  { language, now }: { language: Language; now: Date },
): ShopProblem[] {
  const { problems } = shopTexts[language];
  const { perOrder } = limitsOf(event);
  const [first] = event.offers;
  const chosen = chosenFrom(event, values);
  const found = chosen.flatMap(({ offer, quantity }): ShopProblem[] => {
    const field = quantityField(offer);
    const state = offerState(offer, now);
    const seen = values.seenCentavos.get(offer.key);
    const isTooMuch = !offer.admission && quantity > limitsOf(event).perOrder;
    if (Number.isNaN(quantity) || isTooMuch)
      return [{ field, message: problems.badQuantity(nameOf(offer), mostOf(event, offer)) }];
    if (state === 'not_yet' || state === 'over') return [{ field, message: problems.notOnSale(nameOf(offer)) }];
    if (state === 'next') return [{ field, message: problems.waits(nameOf(offer)) }];
    if (offer.minimumPriceCentavos !== null) {
      const price = chosenPrice(offer, values) ?? Number.NaN;
      if (!(price >= offer.minimumPriceCentavos && price <= MOST_CENTAVOS)) {
        const range = [offer.minimumPriceCentavos, MOST_CENTAVOS].map((centavos) => formatPesos(language, centavos));
        return [
          { field: chosenPriceField(offer), message: problems.badPrice(nameOf(offer), range[0] ?? '', range[1] ?? '') },
        ];
      }
    }
    if (quantity > offer.free) return [{ field, message: problems.notEnough(nameOf(offer), offer.free) }];
    if (seen === undefined || seen === offer.priceCentavos || offer.minimumPriceCentavos !== null) return [];
    const [before, after] = [seen, offer.priceCentavos].map((centavos) => formatPesos(language, centavos));
    return [{ field, message: problems.priceChanged(nameOf(offer), before ?? '', after ?? '') }];
  });
  const anywhere = (message: string): ShopProblem[] => [
    { field: chosen[0] ? quantityField(chosen[0].offer) : first ? quantityField(first) : 'tickets', message },
  ];
  // Add-ons count for the shop's own limit alone.
  const counted = chosen.filter(({ offer }) => offer.admission || event.maxPerOrder === null);
  const total = counted.reduce((sum, { quantity }) => sum + quantity, 0);
  if (chosen.length === 0) return anywhere(problems.noTickets);
  if (found.length === 0 && total > perOrder) return anywhere(problems.tooMany(perOrder));
  return found;
}

function buyerProblems({ name, email, phone }: ShopFormValues, language: Language): ShopProblem[] {
  const { problems } = shopTexts[language];
  const isName = name.length <= MAX_NAME_LENGTH && isStorable(name) && isPersonName(name);
  const wrongName = name === '' ? problems.noName : !isName && problems.badName;
  const wrongEmail = email === '' ? problems.noEmail : !isEmail(email) && problems.badEmail;
  const wrongPhone = (phone.length > MAX_PHONE_LENGTH || !isStorable(phone)) && problems.badPhone;
  return [
    ...(wrongName ? [{ field: 'name', message: wrongName }] : []),
    ...(wrongEmail ? [{ field: 'email', message: wrongEmail }] : []),
    ...(wrongPhone ? [{ field: 'phone', message: wrongPhone }] : []),
  ];
}
