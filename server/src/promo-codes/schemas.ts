import { type Static, Type } from 'typebox';
import type { Fields } from '../audit-log/change.ts';
import {
  Amount,
  Instant,
  MAX_PRICE_PESOS,
  nullable,
  optional,
  Timestamp,
  Uuid,
} from '../platform/http/contract/fields.ts';
import { Enum, Model } from '../platform/http/contract/models.ts';
import { PageMeta, PageQuery } from '../platform/http/contract/pagination.ts';
import { shown } from '../platform/http/contract/wire.ts';
import { MAX_CODE_LENGTH, MIN_CODE_LENGTH } from '../values/code-text.ts';
import { centavosFromPesos, pesosFromCentavos } from '../values/money.ts';
import { parseTimestamp } from '../values/timestamps.ts';
import type { Uuid as Id } from '../values/uuid.ts';
import { DISCOUNT_TYPES, type Discount, type PromoCode } from './promo-code.ts';

/** More than any event can sell; the column has 32 bits. */
const MAX_USAGE_LIMIT = 1_000_000_000;

const Code = Type.String({
  format: 'code',
  minLength: MIN_CODE_LENGTH,
  maxLength: MAX_CODE_LENGTH,
  description: 'Stored and matched in upper case.',
});
const DiscountTypeSchema = Enum('DiscountType', 'The unit of a discount.', DISCOUNT_TYPES);
const DiscountAmount = Type.Number({
  format: 'pesos',
  minimum: 0,
  maximum: MAX_PRICE_PESOS,
  description:
    'Percent (at most 100), or pesos off the whole order. At most two decimals. 0 only for a code that opens tiers.',
});

/** Each is a price that an organizer names: more than a page of an event shows. */
const MAX_OPENED_TIERS = 200;

const optionalFields = {
  opens_tier_ids: Type.Optional(
    Type.Unsafe<string[] | null>({
      type: ['array', 'null'],
      items: Uuid(),
      maxItems: MAX_OPENED_TIERS,
      description: 'Hidden tiers of the event that the shop shows to buyers with the code. Default: none.',
    }),
  ),
  usage_limit: optional(Type.Integer({ minimum: 1, maximum: MAX_USAGE_LIMIT, description: 'Unlimited if omitted.' })),
  starts_at: optional(Timestamp('Not redeemable before this.')),
  expires_at: optional(Timestamp('Not redeemable from then on.')),
};

export const NewPromoCode = Model('PromoCodeInput', 'A promo code to create.', {
  event_id: Uuid(),
  code: Code,
  discount_type: DiscountTypeSchema,
  discount_amount: DiscountAmount,
  ...optionalFields,
});

export const PromoCodeChanges = Model('PromoCodeChanges', 'Fields to change; omitted ones stay.', {
  code: Type.Optional(Code),
  discount_type: Type.Optional(DiscountTypeSchema),
  discount_amount: Type.Optional(DiscountAmount),
  ...optionalFields,
  is_active: optional(Type.Boolean()),
});

export const PromoCodesQuery = Type.Object({
  ...PageQuery(20, 100),
  event_id: Type.Optional(Uuid('Only this event.')),
});

/**
 * Fields as sent: undefined was not sent, null clears. `amountHundredths` is in hundredths of a percent or of a peso.
 */
export interface PromoCodeFields {
  code?: string;
  discountType?: Discount['type'];
  amountHundredths?: number;
  opensTierIds?: Id[] | null;
  usageLimit?: number | null;
  startsAt?: Date | null;
  expiresAt?: Date | null;
  isActive?: boolean | null;
}
export type NewPromoCodeFields = PromoCodeFields &
  Required<Pick<PromoCodeFields, 'code' | 'discountType' | 'amountHundredths'>> & { eventId: string };

export const promoCodeFieldsFrom = (body: Static<typeof PromoCodeChanges>, timeZone: string): PromoCodeFields => ({
  code: body.code,
  discountType: body.discount_type,
  amountHundredths: body.discount_amount === undefined ? undefined : centavosFromPesos(body.discount_amount),
  opensTierIds: body.opens_tier_ids,
  usageLimit: body.usage_limit,
  startsAt: body.starts_at == null ? body.starts_at : parseTimestamp(body.starts_at, timeZone),
  expiresAt: body.expires_at == null ? body.expires_at : parseTimestamp(body.expires_at, timeZone),
  isActive: body.is_active,
});

export const newPromoCodeFieldsFrom = (body: Static<typeof NewPromoCode>, timeZone: string): NewPromoCodeFields => ({
  ...promoCodeFieldsFrom(body, timeZone),
  eventId: body.event_id,
  code: body.code,
  discountType: body.discount_type,
  amountHundredths: centavosFromPesos(body.discount_amount),
});

export const PromoCodeJson = Model('PromoCode', 'A discount code for orders of one event.', {
  id: Uuid(),
  event_id: Uuid(),
  code: Type.String(),
  discount_type: DiscountTypeSchema,
  discount_amount: Amount('Percent, or PHP off the whole order'),
  opens_tier_ids: Type.Array(Uuid(), { description: 'Hidden tiers that the shop shows to buyers with the code.' }),
  usage_limit: nullable(Type.Integer({ description: 'null: unlimited.' })),
  usage_count: Type.Integer({ description: 'Paid orders with it.' }),
  starts_at: nullable(Instant()),
  expires_at: nullable(Instant()),
  is_active: Type.Boolean(),
  created_at: Instant(),
});

export const PromoCodeListJson = Model('PromoCodeList', 'A page of promo codes, newest first.', {
  promo_codes: Type.Array(PromoCodeJson),
  meta: PageMeta,
});

/** The fields that an organizer can change. */
export function loggedCode(promo: PromoCode): Fields {
  const { id: _id, usage_count: _used, created_at: _made, ...fields } = promoCodeJson(promo);
  return fields;
}

export const promoCodeJson = ({ discount, ...promo }: PromoCode) =>
  shown(PromoCodeJson, {
    ...promo,
    discountType: discount.type,
    discountAmount: pesosFromCentavos(
      discount.type === 'percentage' ? discount.percentHundredths : discount.amountCentavos,
    ),
    usageCount: promo.used,
  });
