// Generated from tables.sql by `npm run generate`. Do not edit.
import { type Optional, table } from '../platform/database/table.ts';
import type { Uuid } from '../values/uuid.ts';

/** A row of `organizations`. */
export interface OrganizationRow {
  organizationId: Uuid;
  name: string;
  /** in the address of the shop */
  slug: string;
  /** times without an offset are read in it, and buyers see all times in it */
  timeZone: string;
  /** color of buttons and ribbons on pages and mails; null: the default */
  color: string | null;
  /** as the organizer sent it, or the address of an uploaded picture */
  logoUrl: string | null;
  /** shown to buyers, who reach it by replying to e-mails */
  contactEmail: string | null;
  contactPhone: string | null;
  /** plain text, shown to buyers before they pay */
  refundPolicy: string | null;
  termsUrl: string | null;
  /** origins of the websites that may show the shop in a frame */
  embedSites: string[];
  /** ways to pay that buyers see first; the others follow */
  paymentMethodOrder: string[];
  /** members without a second factor can do nothing but set one up */
  twoFactorRequired: boolean;
  /** a test organization, where no money moves: the live organization that it belongs to, whose members it has; null: live. Never changes */
  testOf: Uuid | null;
  createdAt: Date;
}

/** The values of an insert. */
export type NewOrganizationRow = Optional<OrganizationRow, 'timeZone' | 'color' | 'logoUrl' | 'contactEmail' | 'contactPhone' | 'refundPolicy' | 'termsUrl' | 'embedSites' | 'paymentMethodOrder' | 'twoFactorRequired' | 'testOf'>;

export const organizationsTable = table<OrganizationRow, NewOrganizationRow>(
  'organizations',
  `organization_id uuid, name text, slug text, time_zone text default, color text, logo_url text, contact_email text, contact_phone text, refund_policy text, terms_url text, embed_sites text[] default, payment_method_order text[] default, two_factor_required boolean default, test_of uuid, created_at timestamptz`,
);

/** A row of `organization_slugs`. */
export interface OrganizationSlugRow {
  organizationId: Uuid;
  slug: string;
}

/** The values of an insert. */
export type NewOrganizationSlugRow = OrganizationSlugRow;

export const organizationSlugsTable = table<OrganizationSlugRow, NewOrganizationSlugRow>(
  'organization_slugs',
  `organization_id uuid, slug text`,
);
