import type { Admission } from './check-in-queries.ts';
import { type CheckIn, checkInTickets } from './check-in-tickets.ts';
import { scanLanes } from './scan-lanes.ts';

/**
 * Marks a valid ticket used and records `ticket.checked_in` in the same transaction. Exactly one of any number of
 * concurrent scans succeeds.
 * @throws Refusal 404 when the organization has no such ticket; 409 when it is used (the message says since when),
 * refunded or cancelled; 503 when other transactions keep it locked for too long
 */
export const checkInTicket = scanLanes<CheckIn, Admission>('check-ins', checkInTickets);
