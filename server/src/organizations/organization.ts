import type { Uuid } from '../values/uuid.ts';
import type { OrganizationRow } from './tables.ts';

export interface Organization extends Omit<OrganizationRow, 'organizationId'> {
  id: Uuid;
}

/** undefined: as it was. */
export interface OrganizationFields {
  name: string | undefined;
  timeZone: string | undefined;
  color: string | null | undefined;
  logoUrl: string | null | undefined;
}
