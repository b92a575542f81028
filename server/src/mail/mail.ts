import type { Language } from '../values/language.ts';
import type { Uuid } from '../values/uuid.ts';

/** What other rows no longer hold when the mail is written. */
export interface MailDetails {
  /** All valid tickets of an order, or one of them: after a purchase, and whenever they are sent again. */
  tickets: Record<string, never>;
  /** This ticket has a new code; the earlier mail is void. */
  new_code: Record<string, never>;
  /** To the new holder of a ticket that the buyer passed on, with its new code. */
  passed_on: Record<string, never>;
  /** To the buyer, whose link to the order changed with it; with the number that the ticket had. */
  pass_on_notice: { ticket_number: string };
  /** To the guest who had the ticket that the buyer passed on, with the number that it had. */
  ticket_withdrawn: { ticket_number: string };
  /** To the address that the buyer had before: its codes and links are void. */
  address_replaced: Record<string, never>;
  /**
   * The tickets are at other places; the same codes. `difference_centavos` is what they cost more; negative: less, of
   * which the organizer gives back `by_hand_centavos`.
   */
  places_changed: { difference_centavos: number; by_hand_centavos: number };
  /** The links to all orders of the recipient, who searched for them. */
  order_links: Record<string, never>;
  /** `by_hand_centavos`: of the amount, what the organizer gives back. `kept_centavos`: the fee, already subtracted. */
  refund: { ticket_ids: Uuid[]; amount_centavos: number; by_hand_centavos: number; kept_centavos: number };
  /** The organizer declined the refund of these tickets, which stay valid, and may have written why. */
  refund_declined: { ticket_ids: Uuid[]; reason?: string | null };
  /**
   * `tickets` were cancelled with it. `used_tickets` were checked in and stay used; an earlier version did not record
   * them.
   */
  event_cancelled: { tickets: number; amount_centavos: number; used_tickets?: number };
  /** The earlier values; the current ones are read when the mail is written. */
  event_changed: EventFacts;
  /** A payment that bought nothing is refunded; `reason` is a `RefundReason`. */
  money_back: { amount_centavos: number; method: string; reason: string };
  /**
   * A transfer is on its way: the places are held until its deadline, which is read when the mail is written.
   * `ended_by`: they no longer are.
   */
  payment_pending: { amount_centavos: number; method: string; ended_by?: 'event_cancelled' | 'released' };
  /** To a person who joined a waiting list, with their place in the line then. */
  waiting_list_joined: { entry_id: Uuid; position: number };
  /** The event is cancelled: to a person on its waiting list, or with an offer. */
  waiting_list_ended: { entry_id: Uuid };
  /** Places are held for a person on the waiting list. */
  waiting_list_offer: Record<string, never>;
  /** A message of the organizer to the people of an event. */
  message: Record<string, never>;
  /** A test copy of a message, which goes only to the member who writes it. */
  message_test: { event_id: Uuid; name: string; language: Language; subject: string; text: string };
  /**
   * A password reset for a member. The link is made when the mail is written: neither details nor database have its
   * token.
   */
  password_reset: { user_id: Uuid; expires_at: string };
  invitation: { invitation_id: Uuid; language: Language };
  security_notice: SecurityNotice;
  /** Buyers ask a member for refunds; which ones is read when the mail is written. */
  refund_requested: { reader_id: Uuid };
}

/** Changes that an attacker would make. Owners learn of those of the organization, the person of the others. */
export type SecurityChange =
  | 'invitation_sent'
  | 'role_changed'
  | 'member_removed'
  | 'api_key_created'
  | 'api_key_revoked'
  | 'payment_account_set'
  | 'payment_account_removed'
  | 'password_changed'
  | 'password_reset'
  | 'two_factor_on'
  | 'two_factor_off'
  | 'two_factor_rule_changed'
  | 'passkey_added'
  | 'passkey_removed'
  | 'recovery_codes_replaced'
  | 'new_device';

/** Names as they were: the reader may be the member who was removed. */
export interface SecurityNotice {
  reader_id: Uuid;
  change: SecurityChange;
  /** An address, a key's name or a provider; empty: there is nothing to add. */
  about: string;
  /** Each a `Role`: that of an invitation; of a change, the one before and the new one. */
  roles?: readonly string[];
  /** null: the operator, at the command line. */
  by: { name: string; email: string } | null;
  /** The browser of a change that a person made to their own account. */
  from: { address: string; browser: string | null; system: string | null } | null;
}

/** Changes of these are worth a mail: without them buyers come to the wrong place or on the wrong day. */
export interface EventFacts {
  start_datetime: string;
  venue_name: string | null;
  address: string | null;
  city: string | null;
}

export type MailKind = keyof MailDetails;

/** To people who lost their tickets: no erasure would find their address any more. */
export const LAST_MAIL_KINDS: readonly MailKind[] = ['ticket_withdrawn', 'address_replaced'];

/** To people on a waiting list, without an order or a checkout. */
export type EntryMailKind = 'waiting_list_joined' | 'waiting_list_ended';
export const ENTRY_MAIL_KINDS: readonly MailKind[] = [
  'waiting_list_joined',
  'waiting_list_ended',
] satisfies EntryMailKind[];

/** About a checkout, which need not become an order. */
export type CheckoutMailKind = 'money_back' | 'payment_pending' | 'waiting_list_offer';

/** What a mail is about, as the constraint `mails_about_one_thing` says. */
type About<Kind extends MailKind> = Kind extends AccountMailKind | EntryMailKind
  ? { orderId: null; checkoutId: null }
  : Kind extends CheckoutMailKind
    ? { orderId: null; checkoutId: Uuid }
    : { orderId: Uuid; checkoutId: null };

/**
 * Their recipients are forgotten as soon as they are told. An entry on a waiting list has its address itself, and is
 * deleted long before the mail.
 */
export const FORGOTTEN_KINDS: readonly MailKind[] = [...LAST_MAIL_KINDS, ...ENTRY_MAIL_KINDS];

/** To members; not about an order. */
export type AccountMailKind = 'password_reset' | 'invitation' | 'security_notice' | 'refund_requested' | 'message_test';

/** Kinds of mails about orders and checkouts. */
export const ORDER_MAIL_KINDS = [
  'tickets',
  'new_code',
  'passed_on',
  'pass_on_notice',
  'ticket_withdrawn',
  'address_replaced',
  'places_changed',
  'order_links',
  'refund',
  'refund_declined',
  'event_cancelled',
  'event_changed',
  'money_back',
  'payment_pending',
  'waiting_list_offer',
  'message',
] as const satisfies Exclude<MailKind, AccountMailKind>[];

/**
 * dropped: there was nothing left to say when the mail was written, its recipient was forgotten, or it was to a
 * stranger in test mode, or to a person who wants no messages.
 */
export const MAIL_STATUSES = ['pending', 'sent', 'failed', 'dropped'] as const;
export type MailStatus = (typeof MAIL_STATUSES)[number];

/** A mail to compose, as passed to `letters/`. */
export type DueMail = {
  [Kind in MailKind]: About<Kind> & {
    organizationId: Uuid;
    id: Uuid;
    kind: Kind;
    recipient: string;
    ticketId: Uuid | null;
    messageId: Uuid | null;
    details: MailDetails[Kind];
    createdAt: Date;
  };
}[MailKind];

/** A mail as the organizer sees it. */
export interface Mail {
  id: Uuid;
  kind: (typeof ORDER_MAIL_KINDS)[number];
  ticketId: Uuid | null;
  recipient: string;
  status: MailStatus;
  attempts: number;
  failureReason: string | null;
  createdAt: Date;
  sentAt: Date | null;
}

/** A mail as it is sent. Every field may contain text typed by strangers: the transport encodes it. */
export interface Letter {
  fromName: string;
  /** null: replies are not read. */
  replyTo: string | null;
  to: { name: string; address: string };
  subject: string;
  text: string;
  html: string;
  attachments: Attachment[];
  /** Where a mail program can unsubscribe the reader from such mails with one request. */
  unsubscribeUrl?: string;
}

/** A mail that is not sent, and why. */
export interface NotWritten {
  reason: string;
}

export interface Attachment {
  filename: string;
  contentType: string;
  content: Buffer;
  /** Set for a picture that the HTML shows by this id. */
  cid?: string;
}
