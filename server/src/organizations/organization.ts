import type { PaymentMethod } from '../values/payment-method.ts';
import type { Uuid } from '../values/uuid.ts';
import type { OrganizationRow } from './tables.ts';

export interface Organization extends Omit<OrganizationRow, 'organizationId'> {
  id: Uuid;
  /** The other methods come after these. */
  paymentMethodOrder: PaymentMethod[];
}

/** Where most organizers are. The column has the same default. */
export const DEFAULT_TIME_ZONE = 'Asia/Manila';

/** test: no money moves, and the tickets are not valid at the door. */
export const ORGANIZATION_MODES = ['live', 'test'] as const;
export type OrganizationMode = (typeof ORGANIZATION_MODES)[number];

/** Never changes. */
export const modeOf = ({ testOf }: Pick<Organization, 'testOf'>): OrganizationMode =>
  testOf === null ? 'live' : 'test';

/** The fields to change; undefined leaves a field as it is. */
export interface OrganizationFields {
  name: string | undefined;
  timeZone: string | undefined;
  color: string | null | undefined;
  logoUrl: string | null | undefined;
  slug: string | undefined;
  contactEmail: string | null | undefined;
  contactPhone: string | null | undefined;
  refundPolicy: string | null | undefined;
  termsUrl: string | null | undefined;
  embedSites: string[] | undefined;
  paymentMethodOrder: PaymentMethod[] | undefined;
}
