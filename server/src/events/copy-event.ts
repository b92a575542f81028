import type { Tx } from '../platform/database/database.ts';
import { newId, type Uuid } from '../values/uuid.ts';
import type { Event, Tier } from './event.ts';
import { takeFreeSlug } from './event-slugs.ts';
import { insertEvent, insertTier } from './queries.ts';

/** What differs in a copy. */
export interface CopyChanges {
  /** Its slug is made of this. */
  address: string;
  event: Partial<Pick<Event, 'title' | 'startDatetime' | 'endDatetime' | 'salesEndDatetime'>> & Pick<Event, 'seriesId'>;
  tier: (tier: Tier) => Partial<Pick<Tier, 'salesEndDatetime'>>;
}

/**
 * Creates a draft from another event with its tiers and without its sales. The caller copies the seats.
 * @returns the id of the copy, and the new tier ids keyed by the original ones
 */
export async function copyEvent(
  tx: Tx,
  {
    organizationId,
    original,
    changes,
    now,
  }: { organizationId: Uuid; original: Event; changes: CopyChanges; now: Date },
): Promise<{ eventId: Uuid; tierIds: Map<Uuid, Uuid> }> {
  const id = newId(now);
  // The tiers have the same creation time, so ids decide the order of those with the same sort order.
  const ids = original.tiers.map(() => newId(now)).toSorted();
  const tierIds = new Map(original.tiers.map((tier, index) => [tier.id, ids[index] as Uuid]));
  const { tiers, seriesName: _series, ...fields } = original;
  await insertEvent(tx, organizationId, {
    ...fields,
    ...changes.event,
    id,
    slug: await takeFreeSlug(tx, { organizationId, eventId: id }, changes.address),
    status: 'draft',
    listed: original.listed || original.unlistedByService,
    unlistedByService: false,
    soldOutByService: false,
    sold: 0,
    blocked: 0,
    seated: false,
    createdAt: now,
    updatedAt: now,
  });
  for (const tier of tiers) {
    const copy: Tier = {
      ...tier,
      ...changes.tier(tier),
      id: tierIds.get(tier.id) as Uuid,
      followsTierId: (tier.followsTierId && tierIds.get(tier.followsTierId)) ?? null,
      eventId: id,
      sold: 0,
      blocked: 0,
      takenByOthers: 0,
      waiting: 0,
      offered: 0,
    };
    await insertTier(tx, organizationId, copy, now);
  }
  return { eventId: id, tierIds };
}
