// Generated from tables.sql by `npm run generate`. Do not edit.
import { type Optional, table } from '../platform/database/table.ts';
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
  /** sealed with a key made of the Idempotency-Key, base64; null: erased */
  responseBody: string | null;
  /** short hashes of the ids and e-mail addresses in the answer: they find the answers to erase, and do not identify a person */
  responseMarks: number[] | null;
  createdAt: Date;
}

/** The values of an insert. */
export type NewIdempotencyKeyRow = Optional<IdempotencyKeyRow, 'responseStatus' | 'responseBody' | 'responseMarks'>;

export const idempotencyKeysTable = table<IdempotencyKeyRow, NewIdempotencyKeyRow>(
  'idempotency_keys',
  `organization_id uuid, caller_id uuid, method text, path text, key text, request_hash bytea, response_status int, response_body text, response_marks int[], created_at timestamptz`,
);
