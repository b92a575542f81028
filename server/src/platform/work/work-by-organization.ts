import type { Uuid } from '../../values/uuid.ts';
import { throwErrors } from './throw-errors.ts';

interface Found {
  organizationId: Uuid;
  id: Uuid;
}

interface WorkByOrganization {
  /** Rows found at once, so that a backlog of thousands does not hold all its locks for long. */
  most: number;
  find(limits: { except: Uuid[]; most: number }): Promise<Found[]>;
  /** One transaction. It leaves rows that another instance has locked. @returns the number of rows it ended */
  work(rows: { organizationId: Uuid; ids: Uuid[] }): Promise<number>;
}

/**
 * Ends all rows that `find` finds, in batches, one organization after the other: one whose rows cannot be ended does
 * not delay the others. @returns the number of ended rows @throws all errors, after the rows of all others were ended
 */
export async function workByOrganization({ most, find, work }: WorkByOrganization): Promise<number> {
  const errors: unknown[] = [];
  const except: Uuid[] = [];
  let all = 0;
  for (;;) {
    let hasProgressed = false;
    const found = await find({ except, most });
    for (const [organizationId, theirs] of Map.groupBy(found, (one) => one.organizationId)) {
      try {
        const ended = await work({ organizationId, ids: theirs.map(({ id }) => id) });
        all += ended;
        hasProgressed ||= ended > 0;
      } catch (error) {
        errors.push(error);
        except.push(organizationId);
        hasProgressed = true;
      }
    }
    // Another instance ends the others.
    if (found.length < most || !hasProgressed) break;
  }
  throwErrors(errors);
  return all;
}
