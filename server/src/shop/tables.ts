// Generated from tables.sql by `npm run generate`. Do not edit.
import { type Optional, table } from '../platform/database/table.ts';
import type { Uuid } from '../values/uuid.ts';

/** A row of `shop_forms`. */
export interface ShopFormRow {
  organizationId: Uuid;
  /** SHA-256 of the random token in the form */
  tokenHash: Buffer;
  /** keyed with the token, so that it tells nothing about the buyer */
  contentHash: Buffer;
  /** null while the request runs */
  checkoutId: Uuid | null;
  sentAt: Date;
}

/** The values of an insert. */
export type NewShopFormRow = Optional<ShopFormRow, 'checkoutId'>;

export const shopFormsTable = table<ShopFormRow, NewShopFormRow>(
  'shop_forms',
  `organization_id uuid, token_hash bytea, content_hash bytea, checkout_id uuid, sent_at timestamptz`,
);
