import type { Database } from '../platform/database/database.ts';
import { perDatabase } from '../platform/database/per-database.ts';
import { Lanes } from '../platform/lanes/lanes.ts';
import { rushOf } from '../platform/lanes/rush.ts';
import type { Admission } from './check-in-queries.ts';
import { type CheckIn, checkInTickets } from './check-in-tickets.ts';
import { untilUnlocked } from './until-unlocked.ts';

const lanes = perDatabase((db) => ({
  scans: new Lanes<CheckIn, Admission | undefined>({
    name: 'check-ins',
    rush: rushOf(db),
    run: (scans) => checkInTickets(db, scans, { waits: false }),
  }),
  contested: new Lanes<CheckIn, Admission | undefined>({
    name: 'contested check-ins',
    run: (scans) => checkInTickets(db, scans, { waits: true }),
  }),
}));

/**
 * Marks a valid ticket used and records `ticket.checked_in` in the same transaction. Of any number of concurrent scans
 * exactly one succeeds.
 * @throws Refusal 404 when the organization has no such ticket; 409 when it is used (the message says since when),
 * refunded or cancelled; 503 when other transactions keep it locked for too long
 */
export const checkInTicket = (db: Database, checkIn: CheckIn): Promise<Admission> =>
  untilUnlocked(lanes(db), checkIn.organizationId, checkIn);
