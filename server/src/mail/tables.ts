// Generated from tables.sql by `npm run schema`: not to be edited.
import type { Optional, Table } from '../platform/database/table.ts';
import type { Uuid } from '../values/uuid.ts';

/** A row of `mails`. */
export interface MailRow {
  organizationId: Uuid;
  id: Uuid;
  kind: string;
  /** 0: someone waits for it; 1: to everyone of an event, sent when nothing else waits */
  priority: number;
  recipient: string;
  orderId: Uuid | null;
  /** about this ticket alone; null: about the order */
  ticketId: Uuid | null;
  /** instead of an order: money that bought nothing */
  checkoutId: Uuid | null;
  /** what the rows no longer say when it is written: amounts, what was before */
  details: unknown;
  status: 'pending' | 'sent' | 'failed' | 'dropped';
  attempts: number;
  nextAttemptAt: Date | null;
  /** why the last try failed, or why it was dropped */
  failureReason: string | null;
  createdAt: Date;
  sentAt: Date | null;
}

/** What an insert gives. */
export type NewMailRow = Optional<MailRow, 'orderId' | 'ticketId' | 'checkoutId' | 'attempts' | 'nextAttemptAt' | 'failureReason' | 'sentAt'>;

export const mailsTable: Table<MailRow, NewMailRow> = {
  name: 'mails',
  columns: {
    organizationId: { name: 'organization_id', type: 'uuid' },
    id: { name: 'id', type: 'uuid' },
    kind: { name: 'kind', type: 'text' },
    priority: { name: 'priority', type: 'int' },
    recipient: { name: 'recipient', type: 'text' },
    orderId: { name: 'order_id', type: 'uuid' },
    ticketId: { name: 'ticket_id', type: 'uuid' },
    checkoutId: { name: 'checkout_id', type: 'uuid' },
    details: { name: 'details', type: 'jsonb' },
    status: { name: 'status', type: 'text' },
    attempts: { name: 'attempts', type: 'int', fallsBack: true },
    nextAttemptAt: { name: 'next_attempt_at', type: 'timestamptz' },
    failureReason: { name: 'failure_reason', type: 'text' },
    createdAt: { name: 'created_at', type: 'timestamptz' },
    sentAt: { name: 'sent_at', type: 'timestamptz' },
  },
};
