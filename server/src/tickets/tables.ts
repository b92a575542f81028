// Generated from tables.sql by `npm run schema`: not to be edited.
import type { Optional, Table } from '../platform/database/table.ts';
import type { Uuid } from '../values/uuid.ts';

/** A row of `tickets`. */
export interface TicketRow {
  organizationId: Uuid;
  id: Uuid;
  eventId: Uuid;
  tierId: Uuid;
  orderId: Uuid;
  /** within the order, from 0; the claim of its checkout with this position is the ticket's seat */
  position: number;
  ticketNumber: string;
  status: 'valid' | 'used' | 'refunded' | 'cancelled';
  /** codes and links of earlier revisions are void */
  revision: number;
  /** the tier's price when it was bought */
  priceCentavos: number;
  /** what this ticket cost after discount */
  amountCentavos: number;
  /** who comes with it; null: the buyer */
  attendeeName: string | null;
  /** address of who comes with it; null: the buyer's */
  attendeeEmail: string | null;
  purchasedAt: Date;
  /** when it was last bought, admitted, taken back, replaced, refunded or cancelled */
  changedAt: Date;
  checkedInAt: Date | null;
  checkInNonce: string | null;
  /** when the scan of check_in_nonce used it, if that was undone: the same scan, sent again, gets its first answer */
  undoneCheckInAt: Date | null;
}

/** What an insert gives. */
export type NewTicketRow = Optional<TicketRow, 'revision' | 'attendeeName' | 'attendeeEmail' | 'changedAt' | 'checkedInAt' | 'checkInNonce' | 'undoneCheckInAt'>;

export const ticketsTable: Table<TicketRow, NewTicketRow> = {
  name: 'tickets',
  columns: {
    organizationId: { name: 'organization_id', type: 'uuid' },
    id: { name: 'id', type: 'uuid' },
    eventId: { name: 'event_id', type: 'uuid' },
    tierId: { name: 'tier_id', type: 'uuid' },
    orderId: { name: 'order_id', type: 'uuid' },
    position: { name: 'position', type: 'int' },
    ticketNumber: { name: 'ticket_number', type: 'text' },
    status: { name: 'status', type: 'text' },
    revision: { name: 'revision', type: 'int', fallsBack: true },
    priceCentavos: { name: 'price_centavos', type: 'bigint' },
    amountCentavos: { name: 'amount_centavos', type: 'bigint' },
    attendeeName: { name: 'attendee_name', type: 'text' },
    attendeeEmail: { name: 'attendee_email', type: 'text' },
    purchasedAt: { name: 'purchased_at', type: 'timestamptz' },
    changedAt: { name: 'changed_at', type: 'timestamptz', fallsBack: true },
    checkedInAt: { name: 'checked_in_at', type: 'timestamptz' },
    checkInNonce: { name: 'check_in_nonce', type: 'text' },
    undoneCheckInAt: { name: 'undone_check_in_at', type: 'timestamptz' },
  },
};

/** A row of `ticket_keys`. */
export interface TicketKeyRow {
  organizationId: Uuid;
  /** Ed25519, PKCS #8 in DER */
  privateKey: Buffer;
}

/** What an insert gives. */
export type NewTicketKeyRow = TicketKeyRow;

export const ticketKeysTable: Table<TicketKeyRow, NewTicketKeyRow> = {
  name: 'ticket_keys',
  columns: {
    organizationId: { name: 'organization_id', type: 'uuid' },
    privateKey: { name: 'private_key', type: 'bytea' },
  },
};
