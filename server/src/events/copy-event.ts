import type { Tx } from '../platform/database/database.ts';
import { MAX_NAME_LENGTH } from '../platform/http/contract/fields.ts';
import { newId, type Uuid } from '../values/uuid.ts';
import type { Event } from './event.ts';
import { takeFreeSlug } from './event-slugs.ts';
import { getEvent, insertEvent, insertTier } from './queries.ts';

const COPY = ' (copy)';

/**
 * Creates a draft from another event with its tiers and without its sales. The caller copies the seats.
 * @returns the copy, and the new tier ids keyed by the original ones @throws Refusal 404
 */
export async function copyEvent(
  tx: Tx,
  { organizationId, eventId, now }: { organizationId: Uuid; eventId: Uuid; now: Date },
): Promise<{ event: Event; tierIds: Map<Uuid, Uuid> }> {
  const original = await getEvent(tx, organizationId, eventId);
  const id = newId(now);
  // The tiers have the same creation time, so ids decide the order of those with the same sort order.
  const ids = original.tiers.map(() => newId(now)).toSorted();
  const tierIds = new Map(original.tiers.map((tier, index) => [tier.id, ids[index] as Uuid]));
  const tiers = original.tiers.map((tier) => ({
    ...tier,
    id: tierIds.get(tier.id) as Uuid,
    followsTierId: (tier.followsTierId && tierIds.get(tier.followsTierId)) ?? null,
    eventId: id,
    sold: 0,
    blocked: 0,
    waiting: 0,
    offered: 0,
  }));
  const title = titleOfCopy(original.title);
  const event: Event = {
    ...original,
    id,
    title,
    slug: await takeFreeSlug(tx, { organizationId, eventId: id }, original.title),
    status: 'draft',
    soldOutByService: false,
    sold: 0,
    blocked: 0,
    seated: false,
    createdAt: now,
    updatedAt: now,
    tiers,
  };
  const { tiers: _tiers, ...row } = event;
  await insertEvent(tx, organizationId, row);
  for (const tier of tiers) await insertTier(tx, organizationId, tier, now);
  return { event, tierIds };
}

/** Cut between code points, because half a surrogate pair cannot be stored. */
const titleOfCopy = (title: string) => [...title].slice(0, MAX_NAME_LENGTH - COPY.length).join('') + COPY;
