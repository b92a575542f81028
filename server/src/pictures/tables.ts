// Generated from tables.sql by `npm run generate`. Do not edit.
import { type Optional, table } from '../platform/database/table.ts';
import type { Uuid } from '../values/uuid.ts';

/** A row of `pictures`. */
export interface PictureRow {
  organizationId: Uuid;
  /** below /files/, without size and format; made of the content */
  address: string;
  /** since nothing has shown it; null: something did at the last look */
  unusedSince: Date | null;
  /** its files are being removed; it never comes back */
  isRemoved: boolean;
  /** when it was last looked for what shows it, or its files could not be removed */
  checkedAt: Date;
  createdAt: Date;
}

/** The values of an insert. */
export type NewPictureRow = Optional<PictureRow, 'unusedSince' | 'isRemoved'>;

export const picturesTable = table<PictureRow, NewPictureRow>(
  'pictures',
  `organization_id uuid, address text, unused_since timestamptz, is_removed boolean default, checked_at timestamptz, created_at timestamptz`,
);
