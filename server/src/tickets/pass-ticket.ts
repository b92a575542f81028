import { type PassageScan, passTickets } from './pass-tickets.ts';
import type { Passed } from './passage.ts';
import { scanLanes } from './scan-lanes.ts';

/**
 * Lets a ticket pass a check-in list, or leave the gate and enter again, by the rule of the place. Its status stays.
 * Each concurrent scan is decided by the scans before it. The lanes are those of check-ins in another place.
 * @throws Refusal 404 when the organization has no such ticket or list; 409 when the rule, the tier or the status does
 * not let it pass; 503 when other transactions keep it locked for too long
 */
export const passTicket = scanLanes<PassageScan, Passed>('passages', passTickets);
