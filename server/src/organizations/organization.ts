import type { Uuid } from '../values/uuid.ts';

export interface Organization {
  id: Uuid;
  name: string;
  /** In which times without an offset are read, and all times are shown to buyers. */
  timeZone: string;
  /** `#RRGGBB`, as it was sent; null: ours. */
  color: string | null;
  logoUrl: string | null;
  createdAt: Date;
}

/** undefined: as it was. */
export interface OrganizationFields {
  name: string | undefined;
  timeZone: string | undefined;
  color: string | null | undefined;
  logoUrl: string | null | undefined;
}
