// Generated from tables.sql by `npm run generate`. Do not edit.
import { type Optional, table } from '../platform/database/table.ts';
import type { Uuid } from '../values/uuid.ts';

/** A row of `messages`. */
export interface MessageRow {
  organizationId: Uuid;
  id: Uuid;
  eventId: Uuid;
  subject: string;
  text: string;
  /** to people with a ticket of one of these tiers; null: of any */
  tierIds: Uuid[] | null;
  /** to people who are checked in, or to those who are not; null: to both */
  checkedIn: boolean | null;
  status: 'scheduled' | 'sending' | 'sent' | 'cancelled';
  sendAt: Date;
  /** recorded so far, without those to people who want no messages, which left_out counts */
  mails: number;
  leftOut: number;
  afterPaidAt: Date | null;
  /** with after_paid_at and after_position: the last ticket that a step took */
  afterOrderId: Uuid | null;
  afterPosition: number | null;
  createdAt: Date;
  /** when the last mail was recorded, or the message was cancelled */
  endedAt: Date | null;
  /** since the message was written: its mails that wait are dropped */
  eventCancelled: boolean;
}

/** The values of an insert. */
export type NewMessageRow = Optional<MessageRow, 'tierIds' | 'checkedIn' | 'mails' | 'leftOut' | 'afterPaidAt' | 'afterOrderId' | 'afterPosition' | 'endedAt' | 'eventCancelled'>;

export const messagesTable = table<MessageRow, NewMessageRow>(
  'messages',
  `organization_id uuid, id uuid, event_id uuid, subject text, text text, tier_ids uuid[], checked_in boolean, status text, send_at timestamptz, mails int default, left_out int default, after_paid_at timestamptz, after_order_id uuid, after_position int, created_at timestamptz, ended_at timestamptz, event_cancelled boolean default`,
);

/** A row of `message_allowances`. */
export interface MessageAllowanceRow {
  organizationId: Uuid;
  /** in UTC */
  day: string;
  /** messages and test mails */
  written: number;
  mails: number;
}

/** The values of an insert. */
export type NewMessageAllowanceRow = Optional<MessageAllowanceRow, 'written' | 'mails'>;

export const messageAllowancesTable = table<MessageAllowanceRow, NewMessageAllowanceRow>(
  'message_allowances',
  `organization_id uuid, day date, written int default, mails int default`,
);

/** A row of `message_unsubscribes`. */
export interface MessageUnsubscribeRow {
  organizationId: Uuid;
  email: string;
  unsubscribedAt: Date;
}

/** The values of an insert. */
export type NewMessageUnsubscribeRow = MessageUnsubscribeRow;

export const messageUnsubscribesTable = table<MessageUnsubscribeRow, NewMessageUnsubscribeRow>(
  'message_unsubscribes',
  `organization_id uuid, email text, unsubscribed_at timestamptz`,
);
