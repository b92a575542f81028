import type { Model } from '../../api/models.ts';
import type { Event, Tier } from '../events/event-queries.ts';
import { leftOf } from '../events/left-of.ts';

/** What can be chosen: a tier, in a section where the event has seats. */
export interface SaleLine {
  key: string;
  tierId: string;
  sectionId: string | null;
  /** false: an add-on. */
  admission: boolean;
  name: string;
  price: number;
  /** The least that a buyer may pay for one, where the buyer sets the price; null: the price is fixed. */
  minimum: number | null;
  left: number;
}

/** The tickets that the event has, and its add-ons after them. */
export function saleLines(event: Event, { seated, sections }: Model<'SectionList'>): SaleLine[] {
  const active = event.ticket_tiers.filter((tier) => tier.is_active);
  const ofTier = (tier: Tier): SaleLine => ({
    key: tier.id,
    tierId: tier.id,
    sectionId: null,
    admission: tier.admission,
    name: tier.name,
    price: tier.price,
    minimum: tier.minimum_price,
    left: leftOf(event, tier),
  });
  if (!seated) return active.map(ofTier);
  const inSections = sections.flatMap(({ id: sectionId, label, prices }) =>
    prices.flatMap(({ tier_id: tierId, name, price, available: left }) => {
      const tier = active.find(({ id }) => id === tierId);
      if (!tier) return [];
      return {
        ...{ key: `${sectionId} ${tierId}`, tierId, sectionId, admission: true, price, left },
        ...{ name: `${label}, ${name}`, minimum: tier.minimum_price },
      };
    }),
  );
  return [...inSections, ...active.filter(({ admission }) => !admission).map(ofTier)];
}
