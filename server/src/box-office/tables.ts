// Generated from tables.sql by `npm run generate`. Do not edit.
import { type Optional, table } from '../platform/database/table.ts';
import type { Uuid } from '../values/uuid.ts';

/** A row of `box_office_entries`. */
export interface BoxOfficeEntryRow {
  organizationId: Uuid;
  id: Uuid;
  at: Date;
  orderId: Uuid;
  kind: 'sale' | 'refund' | 'difference_paid' | 'difference_returned';
  actorKind: 'user' | 'key' | 'door_link' | 'operator' | 'system' | 'buyer';
  /** the user, the API key or the door link */
  actorId: Uuid | null;
  paymentMethod: 'CASH' | 'COMP' | 'EXTERNAL';
  /** 0: a further part of the same refund, with another payment method */
  tickets: number;
  amountCentavos: number;
}

/** The values of an insert. */
export type NewBoxOfficeEntryRow = Optional<BoxOfficeEntryRow, 'actorId'>;

export const boxOfficeEntriesTable = table<BoxOfficeEntryRow, NewBoxOfficeEntryRow>(
  'box_office_entries',
  `organization_id uuid, id uuid, at timestamptz, order_id uuid, kind text, actor_kind text, actor_id uuid, payment_method text, tickets int, amount_centavos bigint`,
);

/** A row of `reservations`. */
export interface ReservationRow {
  organizationId: Uuid;
  id: Uuid;
  eventId: Uuid;
  /** whom the places are kept for; another person may pick them up */
  name: string;
  note: string | null;
  /** null: until they are let go, or the event is completed */
  keptUntil: Date | null;
}

/** The values of an insert. */
export type NewReservationRow = Optional<ReservationRow, 'note' | 'keptUntil'>;

export const reservationsTable = table<ReservationRow, NewReservationRow>(
  'reservations',
  `organization_id uuid, id uuid, event_id uuid, name text, note text, kept_until timestamptz`,
);
