// Generated from tables.sql by `npm run generate`. Do not edit.
import { type Optional, table } from '../platform/database/table.ts';
import type { Uuid } from '../values/uuid.ts';

/** A row of `door_links`. */
export interface DoorLinkRow {
  organizationId: Uuid;
  id: Uuid;
  eventId: Uuid;
  /** the link checks in at this list alone, and ends with it; null: everywhere */
  listId: Uuid | null;
  /** of the door: check-ins are shown with it */
  name: string;
  secretHash: Buffer;
  createdAt: Date;
  endsAt: Date;
  revokedAt: Date | null;
  /** to the minute */
  lastUsedAt: Date | null;
}

/** The values of an insert. */
export type NewDoorLinkRow = Optional<DoorLinkRow, 'listId' | 'revokedAt' | 'lastUsedAt'>;

export const doorLinksTable = table<DoorLinkRow, NewDoorLinkRow>(
  'door_links',
  `organization_id uuid, id uuid, event_id uuid, list_id uuid, name text, secret_hash bytea, created_at timestamptz, ends_at timestamptz, revoked_at timestamptz, last_used_at timestamptz`,
);
