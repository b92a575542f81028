import { type Static, Type } from 'typebox';
import { Amount, Instant, Name, nullable, optional, Pesos, Timestamp, Uuid } from '../platform/http/contract/fields.ts';
import { Model } from '../platform/http/contract/models.ts';
import { type Sent, sent, wire } from '../platform/http/contract/wire.ts';
import { centavosFromPesos, pesosFromCentavos } from '../values/money.ts';
import { parseTimestamp } from '../values/timestamps.ts';
import { MAX_CAPACITY, type Tier } from './event.ts';

/** Sort orders are small numbers that an organizer types; the column has 32 bits. */
const MAX_SORT_ORDER = 1_000_000;

const optionalTierFields = {
  is_active: optional(Type.Boolean()),
  admission: optional(
    Type.Boolean({
      description: 'Default true. False: an add-on such as parking, which admits nobody. Never changes.',
    }),
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
  price: Amount(),
  quantity_total: Type.Integer(),
  quantity_sold: Type.Integer({ description: 'Tickets valid or used.' }),
  is_active: Type.Boolean(),
  admission: Type.Boolean({
    description: 'False: an add-on. Its tickets admit nobody, take no place of the capacity and have no seat.',
  }),
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

export type TierFields = Omit<Sent<Static<typeof TierChanges>>, 'price' | 'salesStartDatetime' | 'salesEndDatetime'> &
  Partial<Pick<Tier, 'priceCentavos' | 'salesStartDatetime' | 'salesEndDatetime'>>;

export function tierFieldsFrom(body: Static<typeof TierChanges>, timeZone: string): TierFields {
  const { price, salesStartDatetime, salesEndDatetime, ...fields } = sent(TierChanges, body);
  return {
    ...fields,
    priceCentavos: price === undefined ? undefined : centavosFromPesos(price),
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

export const tierJson = (tier: Tier): Static<typeof TierJson> => ({
  ...wire(tier, [
    'id',
    'name',
    'quantityTotal',
    'isActive',
    'admission',
    'sortOrder',
    'salesStartDatetime',
    'salesEndDatetime',
  ]),
  price: pesosFromCentavos(tier.priceCentavos),
  quantity_sold: tier.sold,
});

export const tierWithAvailableJson = (tier: Tier): Static<typeof TierWithAvailableJson> => ({
  ...tierJson(tier),
  available: tier.quantityTotal - tier.sold,
});
