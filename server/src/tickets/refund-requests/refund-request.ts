import type { Uuid } from '../../values/uuid.ts';
import type { RefundRequestRow } from '../tables.ts';

export type RefundRequestStatus = RefundRequestRow['status'];
export const REFUND_REQUEST_STATUSES = [
  'pending',
  'approved',
  'declined',
  'closed',
] as const satisfies readonly RefundRequestStatus[];

export interface RequestedTicket {
  id: Uuid;
  number: string;
  /** Name of the tier. */
  tier: string;
  /** The buyer if none was named. */
  attendee: string;
}

/** What a buyer asked for on the page of their order. */
export interface RefundRequest extends Omit<RefundRequestRow, 'organizationId' | 'eventId' | 'isTold'> {
  orderNumber: string;
  event: { id: Uuid; title: string };
  customer: { name: string; email: string };
  tickets: RequestedTicket[];
  /** What approving it would give back now; null once it is decided or closed. */
  refundCentavos: number | null;
}
