import { raw } from 'sql-template-tag';
import type { Organizer } from '../values/brand.ts';

/** What `organizerColumns` selects. */
export interface OrganizerColumns extends Omit<Organizer, 'name'> {
  organizationName: string;
}

/** The select list of the organizer as buyers see them, of `organizations n`. */
export const organizerColumns = raw(
  'n.name as organization_name, n.color, n.logo_url, n.test_of is not null as is_test, n.contact_email, n.contact_phone, n.refund_policy, n.terms_url, n.embed_sites',
);

export const organizerOf = (row: OrganizerColumns): Organizer => ({
  name: row.organizationName,
  color: row.color,
  logoUrl: row.logoUrl,
  isTest: row.isTest,
  contactEmail: row.contactEmail,
  contactPhone: row.contactPhone,
  refundPolicy: row.refundPolicy,
  termsUrl: row.termsUrl,
  embedSites: row.embedSites,
});
