// Generated from tables.sql by `npm run generate`. Do not edit.
import { type Optional, table } from '../platform/database/table.ts';
import type { Uuid } from '../values/uuid.ts';

/** A row of `promo_codes`. */
export interface PromoCodeRow {
  organizationId: Uuid;
  id: Uuid;
  eventId: Uuid;
  /** in upper case */
  code: string;
  discountType: string;
  percentHundredths: number | null;
  amountCentavos: number | null;
  /** hidden tiers of the event that the shop shows to buyers with the code */
  opensTierIds: Uuid[];
  /** null: unlimited */
  usageLimit: number | null;
  /** paid orders */
  used: number;
  /** live checkouts that use it; they count against the limit */
  held: number;
  startsAt: Date | null;
  expiresAt: Date | null;
  isActive: boolean;
  createdAt: Date;
}

/** The values of an insert. */
export type NewPromoCodeRow = Optional<PromoCodeRow, 'percentHundredths' | 'amountCentavos' | 'opensTierIds' | 'usageLimit' | 'used' | 'held' | 'startsAt' | 'expiresAt' | 'isActive'>;

export const promoCodesTable = table<PromoCodeRow, NewPromoCodeRow>(
  'promo_codes',
  `organization_id uuid, id uuid, event_id uuid, code text, discount_type text, percent_hundredths int, amount_centavos bigint, opens_tier_ids uuid[] default, usage_limit int, used int default, held int default, starts_at timestamptz, expires_at timestamptz, is_active boolean default, created_at timestamptz`,
);
