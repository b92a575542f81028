// Generated from tables.sql by `npm run generate`. Do not edit.
import { type Optional, table } from '../platform/database/table.ts';
import type { Uuid } from '../values/uuid.ts';

/** A row of `mails`. */
export interface MailRow {
  organizationId: Uuid;
  id: Uuid;
  kind: string;
  /** 0: personal; 1: to all buyers of an event, or to people who have nothing to do: after personal mails; 2: messages of the organizer, last */
  priority: number;
  recipient: string;
  orderId: Uuid | null;
  /** about this ticket alone; null: about the order */
  ticketId: Uuid | null;
  /** instead of an order: for a payment that bought nothing, and for an offer to the waiting list */
  checkoutId: Uuid | null;
  /** the message of the organizer that the mail is a copy of; the order is one that has the recipient */
  messageId: Uuid | null;
  /** what other rows no longer hold when the mail is written: amounts, earlier values */
  details: unknown;
  status: 'pending' | 'sent' | 'failed' | 'dropped';
  attempts: number;
  /** attempts after which the mail server certainly has not taken it; after others it may have */
  refusals: number;
  nextAttemptAt: Date | null;
  /** why the last try failed, or why it was dropped */
  failureReason: string | null;
  createdAt: Date;
  sentAt: Date | null;
}

/** The values of an insert. */
export type NewMailRow = Optional<MailRow, 'orderId' | 'ticketId' | 'checkoutId' | 'messageId' | 'attempts' | 'refusals' | 'nextAttemptAt' | 'failureReason' | 'sentAt'>;

export const mailsTable = table<MailRow, NewMailRow>(
  'mails',
  `organization_id uuid, id uuid, kind text, priority int, recipient text, order_id uuid, ticket_id uuid, checkout_id uuid, message_id uuid, details jsonb, status text, attempts int default, refusals int default, next_attempt_at timestamptz, failure_reason text, created_at timestamptz, sent_at timestamptz`,
);
