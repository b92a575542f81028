// Generated from tables.sql by `npm run schema`: not to be edited.
import type { Optional, Table } from '../platform/database/table.ts';
import type { Uuid } from '../values/uuid.ts';

/** A row of `promo_codes`. */
export interface PromoCodeRow {
  organizationId: Uuid;
  id: Uuid;
  eventId: Uuid;
  code: string;
  discountType: string;
  percentHundredths: number | null;
  amountCentavos: number | null;
  usageLimit: number | null;
  used: number;
  held: number;
  startsAt: Date | null;
  expiresAt: Date | null;
  isActive: boolean;
  createdAt: Date;
}

/** What an insert gives. */
export type NewPromoCodeRow = Optional<PromoCodeRow, 'percentHundredths' | 'amountCentavos' | 'usageLimit' | 'used' | 'held' | 'startsAt' | 'expiresAt' | 'isActive'>;

export const promoCodesTable: Table<PromoCodeRow, NewPromoCodeRow> = {
  name: 'promo_codes',
  columns: {
    organizationId: { name: 'organization_id', type: 'uuid' },
    id: { name: 'id', type: 'uuid' },
    eventId: { name: 'event_id', type: 'uuid' },
    code: { name: 'code', type: 'text' },
    discountType: { name: 'discount_type', type: 'text' },
    percentHundredths: { name: 'percent_hundredths', type: 'int' },
    amountCentavos: { name: 'amount_centavos', type: 'bigint' },
    usageLimit: { name: 'usage_limit', type: 'int' },
    used: { name: 'used', type: 'int', fallsBack: true },
    held: { name: 'held', type: 'int', fallsBack: true },
    startsAt: { name: 'starts_at', type: 'timestamptz' },
    expiresAt: { name: 'expires_at', type: 'timestamptz' },
    isActive: { name: 'is_active', type: 'boolean', fallsBack: true },
    createdAt: { name: 'created_at', type: 'timestamptz' },
  },
};
