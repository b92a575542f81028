// Generated from tables.sql by `npm run generate`. Do not edit.
import { type Optional, table } from '../platform/database/table.ts';
import type { Uuid } from '../values/uuid.ts';

/** A row of `api_keys`. */
export interface ApiKeyRow {
  organizationId: Uuid;
  id: Uuid;
  name: string;
  keyHash: Buffer;
  lastFour: string;
  scopes: string[];
  createdAt: Date;
  expiresAt: Date | null;
  revokedAt: Date | null;
  /** to the minute */
  lastUsedAt: Date | null;
}

/** The values of an insert. */
export type NewApiKeyRow = Optional<ApiKeyRow, 'scopes' | 'expiresAt' | 'revokedAt' | 'lastUsedAt'>;

export const apiKeysTable = table<ApiKeyRow, NewApiKeyRow>(
  'api_keys',
  `organization_id uuid, id uuid, name text, key_hash bytea, last_four text, scopes text[] default, created_at timestamptz, expires_at timestamptz, revoked_at timestamptz, last_used_at timestamptz`,
);
