import type { Queryable } from '../platform/database/database.ts';
import type { Uuid } from '../values/uuid.ts';
import { countTiers } from './queries.ts';
import { eventRefusals } from './refusals.ts';

/** @throws Refusal 404 when one of these is not a tier of the event */
export async function requireTiers(
  db: Queryable,
  organizationId: Uuid,
  { eventId, tierIds }: { eventId: Uuid; tierIds: readonly Uuid[] | null },
): Promise<void> {
  const ids = [...new Set(tierIds)];
  if (ids.length > 0 && (await countTiers(db, organizationId, eventId, ids)) < ids.length)
    throw eventRefusals.tier_not_found();
}
