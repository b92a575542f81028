import type { Lanes } from '../platform/lanes/lanes.ts';
import type { Uuid } from '../values/uuid.ts';
import { doorRefusals } from './refusals.ts';

/** Attempts to lock a ticket that other transactions keep changing. */
const MAX_WAITS = 3;
const RETRY_AFTER_SECONDS = 1;

interface ScanLanes<Scan, Result> {
  /** Skips tickets that others have locked: undefined. */
  scans: Lanes<Scan, Result | undefined>;
  /** Waits for them. */
  contested: Lanes<Scan, Result | undefined>;
}

/**
 * The scans of an organization share a lane, so ten thousand at the doors take few transactions. Scans of a ticket that
 * another transaction has locked wait in a second lane, so that they delay no other scan.
 * @throws Refusal 503 when other transactions keep the ticket locked for too long
 */
export async function untilUnlocked<Scan, Result>(
  { scans, contested }: ScanLanes<Scan, Result>,
  organizationId: Uuid,
  scan: Scan,
): Promise<Result> {
  let result = await scans.join(organizationId, scan);
  for (let waits = 0; result === undefined && waits < MAX_WAITS; waits++)
    result = await contested.join(organizationId, scan);
  if (result === undefined) throw doorRefusals.ticket_busy({ retry_after_seconds: RETRY_AFTER_SECONDS });
  return result;
}
