// Generated from tables.sql by `npm run generate`. Do not edit.
import { type Optional, table } from '../platform/database/table.ts';
import type { Uuid } from '../values/uuid.ts';

/** A row of `tickets`. */
export interface TicketRow {
  organizationId: Uuid;
  id: Uuid;
  eventId: Uuid;
  tierId: Uuid;
  orderId: Uuid;
  /** within the order, from 0; the seat claim of the checkout with this position is the ticket's seat */
  position: number;
  ticketNumber: string;
  status: 'valid' | 'used' | 'refunded' | 'cancelled';
  /** codes and links of earlier revisions are void */
  revision: number;
  /** of the tier at purchase, or as the buyer chose, or of the tier that it moved to; before the discount */
  priceCentavos: number;
  /** the price of this ticket after discount */
  amountCentavos: number;
  /** the fee that the organizer kept when the buyer gave the ticket back */
  keptCentavos: number;
  /** name of the attendee; null: the buyer's */
  attendeeName: string | null;
  /** e-mail address of the attendee; null: the buyer's */
  attendeeEmail: string | null;
  /** when the buyer last named another attendee; null: as bought */
  attendeeChangedAt: Date | null;
  /** how often the buyer passed the ticket on; from then on only its attendee sees the code */
  passedOn: number;
  purchasedAt: Date;
  /** time of the last purchase, check-in, undo, reissue, move to another place, refund or cancellation */
  changedAt: Date;
  checkedInAt: Date | null;
  /** of the scan that checked the ticket in; null: it had none */
  checkInNonce: string | null;
  /** of scans whose check-in was undone, newest first; a scan sent again gets its first answer, and does not reverse the undo */
  undoneNonces: string[] | null;
  /** the times of these check-ins, in the same order */
  undoneCheckInsAt: Date[] | null;
  /** when a passage of the ticket was last recorded or undone; null: none was */
  lastPassageAt: Date | null;
}

/** The values of an insert. */
export type NewTicketRow = Optional<TicketRow, 'revision' | 'keptCentavos' | 'attendeeName' | 'attendeeEmail' | 'attendeeChangedAt' | 'passedOn' | 'changedAt' | 'checkedInAt' | 'checkInNonce' | 'undoneNonces' | 'undoneCheckInsAt' | 'lastPassageAt'>;

export const ticketsTable = table<TicketRow, NewTicketRow>(
  'tickets',
  `organization_id uuid, id uuid, event_id uuid, tier_id uuid, order_id uuid, position int, ticket_number text, status text, revision int default, price_centavos bigint, amount_centavos bigint, kept_centavos bigint default, attendee_name text, attendee_email text, attendee_changed_at timestamptz, passed_on int default, purchased_at timestamptz, changed_at timestamptz default, checked_in_at timestamptz, check_in_nonce text, undone_nonces text[], undone_check_ins_at timestamptz[], last_passage_at timestamptz`,
);

/** A row of `passages`. */
export interface PassageRow {
  organizationId: Uuid;
  id: Uuid;
  ticketId: Uuid;
  /** of the ticket */
  eventId: Uuid;
  /** null: the gate */
  listId: Uuid | null;
  /** of the passages of the ticket at all places, from 1 */
  number: number;
  direction: 'in' | 'out';
  /** the rule that decided */
  passes: 'once' | 're_entry' | 'unlimited';
  /** by the clock of the door, when it was without a network */
  passedAt: Date;
  /** of the scan, which is sent again when its answer was lost */
  nonce: string | null;
  actorKind: 'user' | 'key' | 'door_link';
  /** the user, the API key or the door link */
  actorId: Uuid;
  recordedAt: Date;
  undoneAt: Date | null;
}

/** The values of an insert. */
export type NewPassageRow = Optional<PassageRow, 'listId' | 'nonce' | 'undoneAt'>;

export const passagesTable = table<PassageRow, NewPassageRow>(
  'passages',
  `organization_id uuid, id uuid, ticket_id uuid, event_id uuid, list_id uuid, number int, direction text, passes text, passed_at timestamptz, nonce text, actor_kind text, actor_id uuid, recorded_at timestamptz, undone_at timestamptz`,
);

/** A row of `check_in_conflicts`. */
export interface CheckInConflictRow {
  organizationId: Uuid;
  ticketId: Uuid;
  /** of the scan, which is sent again when its answer was lost */
  nonce: string;
  /** of the ticket */
  eventId: Uuid;
  /** null: the gate */
  listId: Uuid | null;
  /** when this door admitted, by its clock */
  admittedAt: Date;
  /** the check-in or the passage that the ticket has */
  firstAdmittedAt: Date;
  actorKind: 'user' | 'key' | 'door_link';
  /** the user, the API key or the door link */
  actorId: Uuid;
  recordedAt: Date;
}

/** The values of an insert. */
export type NewCheckInConflictRow = Optional<CheckInConflictRow, 'listId'>;

export const checkInConflictsTable = table<CheckInConflictRow, NewCheckInConflictRow>(
  'check_in_conflicts',
  `organization_id uuid, ticket_id uuid, nonce text, event_id uuid, list_id uuid, admitted_at timestamptz, first_admitted_at timestamptz, actor_kind text, actor_id uuid, recorded_at timestamptz`,
);

/** A row of `refund_requests`. */
export interface RefundRequestRow {
  organizationId: Uuid;
  id: Uuid;
  orderId: Uuid;
  eventId: Uuid;
  ticketIds: Uuid[];
  /** the fee of the event when the buyer asked, which the page showed */
  feePercent: number;
  feeCentavos: number;
  /** closed: withdrawn, or its tickets were refunded, cancelled or passed on, or the buyer got another address */
  status: 'pending' | 'approved' | 'declined' | 'closed';
  /** it is the reason for an e-mail to owners and managers */
  isTold: boolean;
  createdAt: Date;
  decidedAt: Date | null;
}

/** The values of an insert. */
export type NewRefundRequestRow = Optional<RefundRequestRow, 'status' | 'isTold' | 'decidedAt'>;

export const refundRequestsTable = table<RefundRequestRow, NewRefundRequestRow>(
  'refund_requests',
  `organization_id uuid, id uuid, order_id uuid, event_id uuid, ticket_ids uuid[], fee_percent int, fee_centavos bigint, status text default, is_told boolean default, created_at timestamptz, decided_at timestamptz`,
);

/** A row of `wallet_registrations`. */
export interface WalletRegistrationRow {
  organizationId: Uuid;
  id: Uuid;
  wallet: 'apple' | 'google';
  /** of the ticket */
  eventId: Uuid;
  /** null: the event itself in Google Wallet */
  ticketId: Uuid | null;
  /** of the code in the pass: a wallet with an earlier one is told that it is void, and gets no newer code */
  revision: number | null;
  /** made by the phone, for this server alone; nothing else knows it */
  deviceId: string | null;
  pushToken: string | null;
  /** null: the wallet knows of every change */
  pushDueAt: Date | null;
  pushTries: number;
}

/** The values of an insert. */
export type NewWalletRegistrationRow = Optional<WalletRegistrationRow, 'ticketId' | 'revision' | 'deviceId' | 'pushToken' | 'pushDueAt' | 'pushTries'>;

export const walletRegistrationsTable = table<WalletRegistrationRow, NewWalletRegistrationRow>(
  'wallet_registrations',
  `organization_id uuid, id uuid, wallet text, event_id uuid, ticket_id uuid, revision int, device_id text, push_token text, push_due_at timestamptz, push_tries int default`,
);

/** A row of `ticket_keys`. */
export interface TicketKeyRow {
  organizationId: Uuid;
  /** Ed25519, PKCS #8 in DER, base64; sealed with SECRETS_KEY */
  sealedPrivateKey: Buffer;
}

/** The values of an insert. */
export type NewTicketKeyRow = TicketKeyRow;

export const ticketKeysTable = table<TicketKeyRow, NewTicketKeyRow>(
  'ticket_keys',
  `organization_id uuid, sealed_private_key bytea`,
);
