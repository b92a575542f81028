// Generated from tables.sql by `npm run schema`: not to be edited.
import type { Optional, Table } from '../platform/database/table.ts';
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

/** What an insert gives. */
export type NewApiKeyRow = Optional<ApiKeyRow, 'scopes' | 'expiresAt' | 'revokedAt' | 'lastUsedAt'>;

export const apiKeysTable: Table<ApiKeyRow, NewApiKeyRow> = {
  name: 'api_keys',
  columns: {
    organizationId: { name: 'organization_id', type: 'uuid' },
    id: { name: 'id', type: 'uuid' },
    name: { name: 'name', type: 'text' },
    keyHash: { name: 'key_hash', type: 'bytea' },
    lastFour: { name: 'last_four', type: 'text' },
    scopes: { name: 'scopes', type: 'text[]', fallsBack: true },
    createdAt: { name: 'created_at', type: 'timestamptz' },
    expiresAt: { name: 'expires_at', type: 'timestamptz' },
    revokedAt: { name: 'revoked_at', type: 'timestamptz' },
    lastUsedAt: { name: 'last_used_at', type: 'timestamptz' },
  },
};
