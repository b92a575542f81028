// Generated from tables.sql by `npm run generate`. Do not edit.
import { type Optional, table } from '../platform/database/table.ts';
import type { Uuid } from '../values/uuid.ts';

/** A row of `audit_log`. */
export interface AuditLogRow {
  organizationId: Uuid;
  /** UUIDv7 of the time: the order of the ids is the order of the log */
  id: Uuid;
  at: Date;
  actorKind: 'user' | 'key' | 'door_link' | 'operator' | 'system' | 'buyer';
  /** the user, the API key or the door link */
  actorId: Uuid | null;
  action: string;
  /** what was changed: its id, or the name of a payment provider */
  subjectId: string;
  /** the fields that changed; null: it was created */
  before: unknown;
  /** the fields that changed; null: it was deleted */
  after: unknown;
}

/** The values of an insert. */
export type NewAuditLogRow = Optional<AuditLogRow, 'actorId' | 'before' | 'after'>;

export const auditLogTable = table<AuditLogRow, NewAuditLogRow>(
  'audit_log',
  `organization_id uuid, id uuid, at timestamptz, actor_kind text, actor_id uuid, action text, subject_id text, before jsonb, after jsonb`,
);
