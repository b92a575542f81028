import { checkoutCode, placesOf } from '../../checkouts/checkout.ts';
import type { RequestedLine } from '../../checkouts/checkout-request.ts';
import { MOST_CHOSEN_CENTAVOS, mayChoose } from '../../checkouts/chosen-price.ts';
import { shopLimitsOf } from '../../checkouts/order-limits.ts';
import { MAX_PHONE_LENGTH } from '../../platform/http/contract/fields.ts';
import { isEmail, isNameOfPerson, isStorable } from '../../platform/http/contract/validation.ts';
import { fieldsOf, textsOf } from '../../platform/http/pages/form-texts.ts';
import { HELD_FIELD } from '../../sales/pages/change-fields.ts';
import { hasAtMost } from '../../values/characters.ts';
import type { Language } from '../../values/language.ts';
import { centavosFromText, formatPesos } from '../../values/money.ts';
import { isToken, newToken } from '../../values/token.ts';
import { isUuid, type Uuid } from '../../values/uuid.ts';
import { offerState } from '../offer.ts';
import type { Offer, ShopEvent } from '../shop-event.ts';
import { shopTexts } from './texts.ts';

export interface BuyerValues {
  name: string;
  email: string;
  phone: string;
}

/** What a buyer entered; the page shows it again until it is valid. */
export interface ShopFormValues extends BuyerValues {
  token: string;
  /** By the key of the offer, as entered. */
  quantities: Map<string, string>;
  /** By the key of the offer: the price that the buyer chose, as entered. */
  prices: Map<string, string>;
  /** By the key of the offer: the price that the buyer saw. */
  seenCentavos: Map<string, number>;
  /** A promo code, as entered; empty: none. */
  code: string;
  /** The section from which seats are chosen; '' when the service chooses. */
  section: string;
  /** The tier as which seats are ticked that have several prices; '' for the first. */
  tier: string;
  /** The tiers of the ticked seats by the ids of the seats, in physical order. */
  seats: Map<Uuid, Uuid>;
}

/** What is wrong with the field with this id. */
export interface ShopProblem {
  field: string;
  message: string;
  /** Status of the page with the form; 400 when none of its problems has a status. */
  status?: number;
}

/** Name of the field, also in links: `?code=EARLY`. */
export const CODE_FIELD = 'code';
/** The code with which the page was made that has the form. */
export const SHOWN_CODE = 'shown_code';
/** Query of links to other pages of the event, which keep the code. */
export const codeQuery = ({ code }: Pick<ShopFormValues, 'code'>): Record<string, string> =>
  code === '' ? {} : { [CODE_FIELD]: code };
/** Query of links to other pages of the event, which keep the code and the tickets that the buyer holds. */
export const keptQuery = ({ own }: ShopEvent, values: Pick<ShopFormValues, 'code'>): Record<string, string> => ({
  ...codeQuery(values),
  ...(own && { [HELD_FIELD]: checkoutCode(own) }),
});
/** Id of the seats of a section. */
export const SEATS = 'seats';
export const quantityField = ({ key }: Offer) => `q_${key}`;
/** The price that the buyer chooses. */
export const chosenPriceField = ({ key }: Offer) => `u_${key}`;
/** The checkboxes of the seats of one price. */
export const seatsField = ({ tierId }: Offer) => `s_${tierId}`;
export const priceField = ({ key }: Offer) => `p_${key}`;

/** The first form: one kind of ticket is probably wanted once. `asked` is the query of the address. */
export function emptyValues(event: ShopEvent, asked: unknown, now: Date): ShopFormValues {
  const { offers } = event;
  const [only, ...others] = offers.filter((offer) => offer.admission && offerState(offer, now) === 'on_sale');
  const quantities = new Map(only && others.length === 0 ? [[only.key, '1']] : []);
  return {
    token: newToken(),
    quantities,
    prices: new Map(),
    seenCentavos: new Map(),
    code: textsOf(asked)(CODE_FIELD),
    ...readChosen(event, fieldsOf(asked)),
    name: '',
    email: '',
    phone: '',
  };
}

/** The section, where buyers may choose its seats, and the seats that are ticked. */
function readChosen({ selectionMode, offers }: ShopEvent, fields: Record<string, unknown>) {
  const id = (...names: string[]) =>
    names.map((name) => fields[name]).find((value) => typeof value === 'string' && isUuid(value)) ?? '';
  const section = selectionMode === 'choose' || selectionMode === 'both' ? String(id('section')).toLowerCase() : '';
  const seats = new Map<Uuid, Uuid>();
  for (const offer of offers.filter(({ sectionId }) => sectionId === section))
    for (const seat of [fields[seatsField(offer)]].flat())
      if (typeof seat === 'string' && isUuid(seat)) seats.set(seat.toLowerCase(), offer.tierId);
  return { section, tier: String(id('as', 'tier')).toLowerCase(), seats };
}

export function readFormValues(body: unknown, event: ShopEvent): ShopFormValues {
  const { offers } = event;
  const text = textsOf(body);
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
    code: text(CODE_FIELD),
    ...readChosen(event, fieldsOf(body)),
    ...buyerFrom(text),
  };
}

export const buyerFrom = (text: (field: string) => string): BuyerValues => ({
  name: text('name'),
  email: text('email'),
  phone: text('phone'),
});

export const nameOf = ({ section, name }: Offer): string => (section === null ? name : `${section}, ${name}`);

/** Most tickets of one order, for a buyer who has none yet. */
export function mostInOrder(event: ShopEvent): number {
  const { perOrder, perBuyer } = shopLimitsOf(event);
  return Math.min(perOrder, perBuyer);
}

/** Most tickets that the field of an offer takes. The limit of a buyer is one of admissions. */
export const mostOf = (event: ShopEvent, offer: Offer): number =>
  Math.min(offer.admission ? mostInOrder(event) : shopLimitsOf(event).perOrder, offer.free);

interface Chosen {
  offer: Offer;
  /** NaN for what is not a number. */
  quantity: number;
  seatIds?: Uuid[];
}

const chosenFrom = ({ offers }: ShopEvent, { quantities, section, seats }: ShopFormValues): Chosen[] =>
  offers.flatMap((offer): Chosen[] => {
    if (section !== '' && offer.sectionId !== null) {
      const seatIds = [...seats].flatMap(([id, tierId]) => (tierId === offer.tierId ? id : []));
      return offer.sectionId === section && seatIds.length > 0 ? [{ offer, quantity: seatIds.length, seatIds }] : [];
    }
    const entered = quantities.get(offer.key) ?? '';
    const quantity = /^\d{1,9}$/.test(entered) ? Number(entered) : Number.NaN;
    return entered === '' || quantity === 0 ? [] : [{ offer, quantity }];
  });

export const linesFrom = (event: ShopEvent, values: ShopFormValues): RequestedLine[] =>
  chosenFrom(event, values).map(({ offer, ...chosen }) => ({
    tierId: offer.tierId,
    sectionId: offer.sectionId,
    unitPriceCentavos: chosenPrice(offer, values),
    ...chosen,
  }));

/** Undefined for a fixed price, and for what is not an amount. An empty field is the suggested price. */
function chosenPrice(offer: Offer, { prices }: ShopFormValues): number | undefined {
  const entered = prices.get(offer.key) ?? '';
  if (offer.minimumPriceCentavos === null) return undefined;
  return entered === '' ? offer.priceCentavos : centavosFromText(entered);
}

/** The status with which `POST /checkouts` refuses more tickets than `max_per_order`. */
const OVER_THE_LIMIT = 409;

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
  const { perOrder } = shopLimitsOf(event);
  const [first] = event.offers;
  const chosen = chosenFrom(event, values);
  const found = chosen.flatMap(({ offer, quantity }): ShopProblem[] => {
    const field = quantityField(offer);
    const state = offerState(offer, now);
    const seen = values.seenCentavos.get(offer.key);
    const isTooMuch = !offer.admission && quantity > shopLimitsOf(event).perOrder;
    if (Number.isNaN(quantity) || isTooMuch)
      return [{ field, message: problems.badQuantity(nameOf(offer), mostOf(event, offer)) }];
    const isAfterHidden = state === 'next' && !offer.after?.name;
    if (state === 'not_yet' || state === 'over' || isAfterHidden)
      return [{ field, message: problems.notOnSale(nameOf(offer)) }];
    if (state === 'next') return [{ field, message: problems.waits(nameOf(offer)) }];
    const least = offer.minimumPriceCentavos;
    if (least !== null && !mayChoose(chosenPrice(offer, values), least)) {
      const [from, to] = [formatPesos(language, least), formatPesos(language, MOST_CHOSEN_CENTAVOS)];
      return [{ field: chosenPriceField(offer), message: problems.badPrice(nameOf(offer), from, to) }];
    }
    if (quantity > offer.free) return [{ field, message: problems.notEnough(nameOf(offer), offer.free) }];
    if (seen === undefined || seen === offer.priceCentavos || least !== null) return [];
    const [before, after] = [seen, offer.priceCentavos].map((centavos) => formatPesos(language, centavos));
    return [{ field, message: problems.priceChanged(nameOf(offer), before ?? '', after ?? '') }];
  });
  const anywhere = (message: string, status?: number): ShopProblem[] => {
    const at = chosen[0]?.offer ?? first;
    const field = values.section !== '' ? SEATS : at ? quantityField(at) : 'tickets';
    return [{ field, message, ...(status ? { status } : {}) }];
  };
  // Add-ons count for the shop's own limit alone.
  const counted = chosen.filter(({ offer }) => offer.admission || event.maxPerOrder === null);
  const total = placesOf(counted);
  if (chosen.length === 0) return anywhere(values.section === '' ? problems.noTickets : problems.noSeats);
  // As an API request with too many is answered, and before what is left: fewer would still be too many.
  if (total > perOrder) return anywhere(problems.tooMany(perOrder), OVER_THE_LIMIT);
  return found;
}

export function buyerProblems({ name, email, phone }: BuyerValues, language: Language, prefix = ''): ShopProblem[] {
  const { problems } = shopTexts[language];
  const wrongName = name === '' ? problems.noName : !isNameOfPerson(name) && problems.badName;
  const wrongEmail = email === '' ? problems.noEmail : !isEmail(email) && problems.badEmail;
  const wrongPhone = !(hasAtMost(phone, MAX_PHONE_LENGTH) && isStorable(phone)) && problems.badPhone;
  return [
    ...(wrongName ? [{ field: `${prefix}name`, message: wrongName }] : []),
    ...(wrongEmail ? [{ field: `${prefix}email`, message: wrongEmail }] : []),
    ...(wrongPhone ? [{ field: `${prefix}phone`, message: wrongPhone }] : []),
  ];
}
