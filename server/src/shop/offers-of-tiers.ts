import { type EventCounts, placesForAll } from '../events/places.ts';
import { isTierSoldOut, sizeOfTier } from '../events/sold-out.ts';
import { tierBefore } from '../events/tier-order.ts';
import type { Uuid } from '../values/uuid.ts';
import type { TierOnSale } from './queries.ts';
import type { Offer } from './shop-event.ts';

/** What buyers can choose of the tiers of one event, hidden ones included. */
export function offersOfTiers(tiers: TierOnSale[], { event, now }: { event: EventCounts; now: Date }): Offer[] {
  const stock = { ...event, tiers };
  return tiers.map(
    (tier): Offer => ({
      key: tier.id,
      tierId: tier.id,
      sectionId: null,
      section: null,
      name: tier.name,
      priceCentavos: tier.priceCentavos,
      minimumPriceCentavos: tier.minimumPriceCentavos,
      free: placesForAll(stock, tier),
      size: sizeOfTier(stock, tier),
      isGone: isTierSoldOut(stock, tier),
      admission: tier.admission,
      hidden: tier.hidden,
      salesStartDatetime: tier.salesStartDatetime,
      salesEndDatetime: tier.salesEndDatetime,
      after: afterTier(tierBefore(stock, tier, now)),
    }),
  );
}

/** What an offer says of the tier that it waits for. Only a code names a hidden one. */
export const afterTier = (
  before: { id: Uuid; name: string; hidden: boolean; salesEndDatetime: Date | null } | undefined,
): Offer['after'] =>
  before
    ? { tierId: before.id, name: before.hidden ? null : before.name, salesEndDatetime: before.salesEndDatetime }
    : null;
