import { getEvent } from '../events/queries.ts';
import { eventRefusals } from '../events/refusals.ts';
import type { Tx } from '../platform/database/database.ts';
import type { Uuid } from '../values/uuid.ts';
import type { CheckInList } from './check-in-list.ts';

/** @throws Refusal 404 when the list names a tier that its event does not have */
export async function requireTiers(
  tx: Tx,
  organizationId: Uuid,
  { eventId, tierIds }: Pick<CheckInList, 'eventId' | 'tierIds'>,
) {
  if (tierIds === null) return;
  const { tiers } = await getEvent(tx, organizationId, eventId);
  const known = new Set(tiers.map(({ id }) => id));
  if (tierIds.some((id) => !known.has(id))) throw eventRefusals.tier_not_found();
}
