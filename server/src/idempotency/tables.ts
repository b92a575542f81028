// Generated from tables.sql by `npm run schema`: not to be edited.
import type { Optional, Table } from '../platform/database/table.ts';
import type { Uuid } from '../values/uuid.ts';

/** A row of `idempotency_keys`. */
export interface IdempotencyKeyRow {
  organizationId: Uuid;
  /** the API key, or the user of a session */
  callerId: Uuid;
  method: string;
  path: string;
  /** SHA-256 of the Idempotency-Key, base64url */
  key: string;
  requestHash: Buffer;
  /** null while the first request runs */
  responseStatus: number | null;
  /** sealed with a key made of the Idempotency-Key, base64 */
  responseBody: string | null;
  createdAt: Date;
}

/** What an insert gives. */
export type NewIdempotencyKeyRow = Optional<IdempotencyKeyRow, 'responseStatus' | 'responseBody'>;

export const idempotencyKeysTable: Table<IdempotencyKeyRow, NewIdempotencyKeyRow> = {
  name: 'idempotency_keys',
  columns: {
    organizationId: { name: 'organization_id', type: 'uuid' },
    callerId: { name: 'caller_id', type: 'uuid' },
    method: { name: 'method', type: 'text' },
    path: { name: 'path', type: 'text' },
    key: { name: 'key', type: 'text' },
    requestHash: { name: 'request_hash', type: 'bytea' },
    responseStatus: { name: 'response_status', type: 'int' },
    responseBody: { name: 'response_body', type: 'text' },
    createdAt: { name: 'created_at', type: 'timestamptz' },
  },
};
