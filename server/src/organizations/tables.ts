// Generated from tables.sql by `npm run schema`: not to be edited.
import type { Optional, Table } from '../platform/database/table.ts';
import type { Uuid } from '../values/uuid.ts';

/** A row of `organizations`. */
export interface OrganizationRow {
  organizationId: Uuid;
  name: string;
  timeZone: string;
  /** color of buttons and ribbons on pages and mails; null: the default */
  color: string | null;
  logoUrl: string | null;
  createdAt: Date;
}

/** What an insert gives. */
export type NewOrganizationRow = Optional<OrganizationRow, 'timeZone' | 'color' | 'logoUrl'>;

export const organizationsTable: Table<OrganizationRow, NewOrganizationRow> = {
  name: 'organizations',
  columns: {
    organizationId: { name: 'organization_id', type: 'uuid' },
    name: { name: 'name', type: 'text' },
    timeZone: { name: 'time_zone', type: 'text', fallsBack: true },
    color: { name: 'color', type: 'text' },
    logoUrl: { name: 'logo_url', type: 'text' },
    createdAt: { name: 'created_at', type: 'timestamptz' },
  },
};
