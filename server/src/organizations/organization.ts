import type { Uuid } from '../values/uuid.ts';
import type { OrganizationRow } from './tables.ts';

export interface Organization extends Omit<OrganizationRow, 'organizationId'> {
  id: Uuid;
}

/** The fields to change; undefined leaves a field as it is. */
export interface OrganizationFields {
  name: string | undefined;
  timeZone: string | undefined;
  color: string | null | undefined;
  logoUrl: string | null | undefined;
}
