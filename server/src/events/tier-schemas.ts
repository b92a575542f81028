import { type Static, Type } from 'typebox';
import { Amount, Instant, Name, nullable, optional, Pesos, Timestamp, Uuid } from '../platform/http/contract/fields.ts';
import { described, Enum, Model } from '../platform/http/contract/models.ts';
import { type Sent, sent, shown } from '../platform/http/contract/wire.ts';
import { centavosFromPesos, pesosFromCentavos } from '../values/money.ts';
import { MAX_SORT_ORDER } from '../values/sort-order.ts';
import { parseTimestamp } from '../values/timestamps.ts';
import { MAX_CAPACITY, type Tier } from './event.ts';

const PriceMode = Enum('PriceMode', 'fixed: everyone pays the price. chosen: the buyer chooses what to pay.', [
  'fixed',
  'chosen',
] as const);

const optionalTierFields = {
  price_mode: optional(described(PriceMode, 'Default fixed. With chosen, price is what the shop suggests.')),
  minimum_price: optional(Pesos('With price_mode chosen: the least that a buyer may pay. Default 0.')),
  is_active: optional(Type.Boolean()),
  admission: optional(
    Type.Boolean({
      description: 'Default true. False: an add-on such as parking, which admits nobody. Never changes.',
    }),
  ),
  hidden: optional(
    Type.Boolean({
      description: 'Default false. True: the shop shows it only to buyers who enter a promo code that opens it.',
    }),
  ),
  follows_tier_id: optional(
    Uuid(
      'A tier of the same event, such as the early bird: not on sale while that has a free place and its sale goes on.',
    ),
  ),
  sort_order: optional(
    Type.Integer({ minimum: -MAX_SORT_ORDER, maximum: MAX_SORT_ORDER, description: 'The lowest is listed first.' }),
  ),
  sales_start_datetime: optional(Timestamp('Not sold before this.')),
  sales_end_datetime: optional(Timestamp('Not sold from then on.')),
};

const QuantityTotal = Type.Integer({
  minimum: 1,
  maximum: MAX_CAPACITY,
  description: 'Places of the tier. On a seated event the seating plan decides, except for add-ons.',
});

export const NewTier = Model('TicketTierInput', 'A tier to add to an event.', {
  name: Name(),
  price: Pesos('PHP; 0 = free.'),
  quantity_total: QuantityTotal,
  ...optionalTierFields,
});

export const TierChanges = Model('TicketTierChanges', 'Fields of a tier to change; omitted ones stay.', {
  name: Type.Optional(Name()),
  price: Type.Optional(Pesos('PHP; 0 = free.')),
  quantity_total: Type.Optional(QuantityTotal),
  ...optionalTierFields,
});

const tierFields = {
  id: Uuid(),
  name: Type.String(),
  price: Amount('PHP; suggested, if the buyer chooses.'),
  price_mode: PriceMode,
  minimum_price: nullable(Amount('PHP, the least that a buyer may pay; null: the price is fixed.')),
  quantity_total: Type.Integer(),
  quantity_sold: Type.Integer({ description: 'Tickets valid or used.' }),
  is_active: Type.Boolean(),
  admission: Type.Boolean({
    description: 'False: an add-on. Its tickets admit nobody, take no place of the capacity and have no seat.',
  }),
  hidden: Type.Boolean({ description: 'In the shop only with a promo code that opens it.' }),
  follows_tier_id: nullable(Uuid('Not on sale while this tier has a free place and its sale goes on.')),
  sort_order: Type.Integer(),
  sales_start_datetime: nullable(Instant()),
  sales_end_datetime: nullable(Instant()),
};

export const TierJson = Model('TicketTierSummary', 'A ticket tier in a list of events.', tierFields);

export const TierWithAvailableJson = Model(
  'TicketTier',
  'A price of an event, and the number of places at that price.',
  {
    ...tierFields,
    available: Type.Integer({
      description: 'quantity_total minus quantity_sold; includes places that other buyers hold.',
    }),
  },
);

export type TierFields = Omit<
  Sent<Static<typeof TierChanges>>,
  'price' | 'minimumPrice' | 'salesStartDatetime' | 'salesEndDatetime'
> &
  Partial<Pick<Tier, 'priceCentavos' | 'minimumPriceCentavos' | 'salesStartDatetime' | 'salesEndDatetime'>>;

export function tierFieldsFrom(body: Static<typeof TierChanges>, timeZone: string): TierFields {
  const { price, minimumPrice, salesStartDatetime, salesEndDatetime, ...fields } = sent(TierChanges, body);
  return {
    ...fields,
    priceCentavos: price === undefined ? undefined : centavosFromPesos(price),
    minimumPriceCentavos: minimumPrice == null ? minimumPrice : centavosFromPesos(minimumPrice),
    salesStartDatetime: time(salesStartDatetime, timeZone),
    salesEndDatetime: time(salesEndDatetime, timeZone),
  };
}

export type NewTierFields = TierFields & Pick<Tier, 'name' | 'priceCentavos' | 'quantityTotal'>;

export const newTierFieldsFrom = (body: Static<typeof NewTier>, timeZone: string): NewTierFields => ({
  ...tierFieldsFrom(body, timeZone),
  name: body.name,
  priceCentavos: centavosFromPesos(body.price),
  quantityTotal: body.quantity_total,
});

/** The schema has checked the format. undefined and null are returned as they are. */
export const time = (text: string | null | undefined, timeZone: string) =>
  text == null ? text : parseTimestamp(text, timeZone);

export const tierJson = (tier: Tier) =>
  shown(TierJson, {
    ...tier,
    price: pesosFromCentavos(tier.priceCentavos),
    priceMode: tier.minimumPriceCentavos === null ? 'fixed' : 'chosen',
    minimumPrice: tier.minimumPriceCentavos === null ? null : pesosFromCentavos(tier.minimumPriceCentavos),
    quantitySold: tier.sold,
  });

export const tierWithAvailableJson = (tier: Tier): Static<typeof TierWithAvailableJson> => ({
  ...tierJson(tier),
  available: tier.quantityTotal - tier.sold,
});
