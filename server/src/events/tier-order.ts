import type { Uuid } from '../values/uuid.ts';
import { type EventCounts, placesForAll, type TierCounts } from './places.ts';
import { saleHasEnded } from './tier-sale.ts';

/** A tier with what decides whether tiers after it are on sale. */
type TierInOrder = TierCounts & {
  id: Uuid;
  followsTierId: Uuid | null;
  salesEndDatetime: Date | null;
};

/**
 * The tier that this one waits for: the nearest before it with a free place whose sale goes on. Tiers between them are
 * sold out; one whose sale has ended lets those after it go on. The counters alone decide, so a place of an earlier
 * tier that comes back is sold before this one goes on: the organizer promised so many places at the earlier price.
 * Nothing remembers that a tier was on sale, so no sequence of holds, refunds and changes of sizes can leave it wrongly
 * open or closed. Holds that it has stay.
 * @param left how many free places of a tier an order leaves: the one that takes the last ones may go on
 */
export function tierBefore<Tier extends TierInOrder>(
  places: EventCounts & { tiers: Tier[] },
  { followsTierId }: { followsTierId: Uuid | null },
  now: Date,
  left: (tier: Tier) => number = (tier) => placesForAll(places, tier),
): Tier | undefined {
  const before = places.tiers.find(({ id }) => id === followsTierId);
  if (!before?.isActive || saleHasEnded(before, now)) return undefined;
  return left(before) > 0 ? before : tierBefore(places, before, now, left);
}
