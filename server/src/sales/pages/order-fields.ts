import { type Checkout, totalCentavos } from '../../checkouts/checkout.ts';
import type { RequestedLine } from '../../checkouts/checkout-request.ts';
import { fieldsOf, textsOf } from '../../platform/http/pages/form-texts.ts';
import { type Html, html } from '../../platform/http/pages/html.ts';
import type { Uuid } from '../../values/uuid.ts';

/** Values by the names of their fields. */
type Fields = ReadonlyMap<string, string>;

/** Names and ids of the fields in which a buyer changes the order. */
export const NAME_FIELD = 'customer_name';
export const EMAIL_FIELD = 'customer_email';
export const quantityFieldName = ({ tierId, sectionId }: { tierId: Uuid; sectionId: Uuid | null }): string =>
  `${QUANTITY_FIELD}${tierId}${sectionId === null ? '' : `_${sectionId}`}`;
/** The price of each ticket of an offer to the waiting list, for which its buyer had no form to choose it. */
export const PRICE_FIELD = 'unit_price';
const QUANTITY_FIELD = 'quantity_';
const QUANTITY_NAME = /^quantity_([\da-f-]{36})(?:_([\da-f-]{36}))?$/;
const QUANTITY = /^\d{1,6}$/;
/** Begins the names of hidden fields, which tell what the page showed. */
const SHOWN = 'shown_';

const isQuantityField = (name: string) => name.startsWith(QUANTITY_FIELD);
const isTicketField = (name: string) => isQuantityField(name) || name === PRICE_FIELD;
const isCustomerField = (name: string) => name === NAME_FIELD || name === EMAIL_FIELD;

/** What the order has in its fields now; a tier without a field has no tickets. */
export const orderFields = ({ lines, customer, isOffer }: Checkout): Fields =>
  new Map([
    [NAME_FIELD, customer.name.trim()],
    [EMAIL_FIELD, customer.email],
    ...lines.map((line) => [quantityFieldName(line), String(line.quantity)] as const),
    ...(isOffer ? lines.map((line) => [PRICE_FIELD, (line.unitPriceCentavos / 100).toFixed(2)] as const) : []),
  ]);

/** Tells the server what this page showed, because another tab or a program may change the order before it is sent. */
export const shownFields = (checkout: Checkout): Html[] =>
  [...orderFields(checkout)].map(
    ([name, value]) => html`<input type="hidden" name="${SHOWN}${name}" value="${value}">
`,
  );

/** What the buyer saw of the order, and the fields that the buyer changed. A field left as it was changes nothing. */
export function readOrderFields(body: unknown): { shown: Fields; typed: Fields } {
  const text = textsOf(body);
  const names = Object.keys(fieldsOf(body));
  const shown = new Map(
    names.filter((name) => name.startsWith(SHOWN)).map((name) => [name.slice(SHOWN.length), text(name)]),
  );
  const entered = names.filter((name) => isTicketField(name) || isCustomerField(name));
  const isTyped = (name: string) => shown.size === 0 || text(name) !== (shown.get(name) ?? '0');
  return { shown, typed: new Map(entered.filter(isTyped).map((name) => [name, text(name)])) };
}

export const typedTickets = (typed: Fields): boolean => [...typed.keys()].some(isTicketField);
export const typedBuyer = (typed: Fields): boolean => [...typed.keys()].some(isCustomerField);

/** What was changed after the buyer saw the order: its tickets or total, or its buyer. */
export type UnseenChange = 'tickets' | 'buyer';

/** @returns undefined when the order is as the page showed it, or the page did not say */
export function unseenChange(
  { shown, total }: { shown: Fields; total: string },
  checkout: Checkout,
): UnseenChange | undefined {
  const order = orderFields(checkout);
  const names = shown.size === 0 ? [] : [...new Map([...shown, ...order]).keys()];
  const changed = names.filter((name) => shown.get(name) !== order.get(name));
  if (changed.some(isTicketField) || (total !== '' && total !== String(totalCentavos(checkout)))) return 'tickets';
  return changed.length > 0 ? 'buyer' : undefined;
}

/** The lines of the order as the buyer saw it, in their order; those of now when the page did not say. */
export const shownLines = (
  shown: Fields,
  { lines }: Checkout,
): Pick<RequestedLine, 'tierId' | 'sectionId' | 'quantity'>[] =>
  shown.size === 0 ? lines : linesOf(shown).filter((line) => line !== undefined);

/** The order's lines with the typed quantities, without those of 0; undefined when one is not a number. */
export function linesWith(typed: Fields, checkout: Checkout): RequestedLine[] | undefined {
  const lines = linesOf(new Map([...orderFields(checkout), ...typed]));
  if (lines.includes(undefined)) return undefined;
  return lines.filter((line) => line !== undefined).filter(({ quantity }) => quantity > 0);
}

/** One for each field of a quantity; undefined when it has no number. */
const linesOf = (fields: Fields) =>
  [...fields]
    .filter(([name]) => isQuantityField(name))
    .map(([name, text]) => {
      const [, tierId = null, sectionId = null] = QUANTITY_NAME.exec(name) ?? [];
      const quantity = text === '' ? 0 : QUANTITY.test(text) ? Number(text) : undefined;
      return quantity === undefined ? undefined : { tierId, sectionId, quantity };
    });
