import type { Database } from '../platform/database/database.ts';
import { perDatabase } from '../platform/database/per-database.ts';
import { Lanes } from '../platform/lanes/lanes.ts';
import { rushOf } from '../platform/lanes/rush.ts';
import { type PassageScan, passTickets } from './pass-tickets.ts';
import type { Passed } from './passage.ts';
import { untilUnlocked } from './until-unlocked.ts';

const lanes = perDatabase((db) => ({
  scans: new Lanes<PassageScan, Passed | undefined>({
    name: 'passages',
    rush: rushOf(db),
    run: (scans) => passTickets(db, scans, { waits: false }),
  }),
  contested: new Lanes<PassageScan, Passed | undefined>({
    name: 'contested passages',
    run: (scans) => passTickets(db, scans, { waits: true }),
  }),
}));

/**
 * Lets a ticket pass a check-in list, or leave the gate and enter again, by the rule of the place. Its status stays. Of
 * concurrent scans each is decided by those before it. The lanes are those of check-ins in another place.
 * @throws Refusal 404 when the organization has no such ticket or list; 409 when the rule, the tier or the status does
 * not let it pass; 503 when other transactions keep it locked for too long
 */
export const passTicket = (db: Database, scan: PassageScan): Promise<Passed> =>
  untilUnlocked(lanes(db), scan.organizationId, scan);
