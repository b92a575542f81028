import type { Database } from '../platform/database/database.ts';
import { perDatabase } from '../platform/database/per-database.ts';
import { Lanes } from '../platform/lanes/lanes.ts';
import { rushOf } from '../platform/lanes/rush.ts';
import type { Uuid } from '../values/uuid.ts';
import { doorRefusals } from './refusals.ts';

/** Attempts to lock a ticket that other transactions keep changing. */
const MAX_WAITS = 3;
const RETRY_AFTER_SECONDS = 1;

/** Decides a batch of scans. Unless it `waits`, it leaves those of tickets that others have locked: undefined. */
type Decide<Scan, Result> = (
  db: Database,
  scans: Scan[],
  { waits }: { waits: boolean },
) => Promise<PromiseSettledResult<Result | undefined>[]>;

/**
 * The scans of an organization share a lane, so ten thousand at the doors take few transactions. Scans of a ticket that
 * another transaction has locked wait in a second lane, so that they delay no other scan.
 * @returns a function that decides one scan. @throws Refusal 503 when the ticket stays locked for too long
 */
export function scanLanes<Scan extends { organizationId: Uuid }, Result>(name: string, decide: Decide<Scan, Result>) {
  const lanes = perDatabase((db) => ({
    scans: new Lanes<Scan, Result | undefined>({
      name,
      rush: rushOf(db),
      run: (scans) => decide(db, scans, { waits: false }),
    }),
    contested: new Lanes<Scan, Result | undefined>({
      name: `contested ${name}`,
      run: (scans) => decide(db, scans, { waits: true }),
    }),
  }));
  return async (db: Database, scan: Scan): Promise<Result> => {
    const { scans, contested } = lanes(db);
    let result = await scans.join(scan.organizationId, scan);
    for (let waits = 0; result === undefined && waits < MAX_WAITS; waits++)
      result = await contested.join(scan.organizationId, scan);
    if (result === undefined) throw doorRefusals.ticket_busy({ retry_after_seconds: RETRY_AFTER_SECONDS });
    return result;
  };
}
