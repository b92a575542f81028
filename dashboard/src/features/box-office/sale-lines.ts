import type { Model } from '../../api/models.ts';
import type { Event } from '../events/event-queries.ts';

/** What can be chosen: a tier, in a section where the event has seats. */
export interface SaleLine {
  key: string;
  tierId: string;
  sectionId: string | null;
  /** false: an add-on. */
  admission: boolean;
  name: string;
  price: number;
  left: number;
}

/** The tickets that the event has, and its add-ons after them. */
export function saleLines(event: Event, { seated, sections }: Model<'SectionList'>): SaleLine[] {
  const active = event.ticket_tiers.filter((tier) => tier.is_active);
  // Tiers may have more tickets together than the event has places. An add-on takes no place.
  const places = Math.max(0, event.capacity - event.tickets_sold);
  const ofTier = ({ id, admission, name, price, available }: Event['ticket_tiers'][number]): SaleLine => ({
    key: id,
    tierId: id,
    sectionId: null,
    admission,
    name,
    price,
    left: admission ? Math.min(available, places) : available,
  });
  if (!seated) return active.map(ofTier);
  const inSections = sections.flatMap(({ id: sectionId, label, prices }) =>
    prices
      .filter(({ tier_id }) => active.some(({ id }) => id === tier_id))
      .map(({ tier_id: tierId, name, price, available: left }) => ({
        ...{ key: `${sectionId} ${tierId}`, tierId, sectionId, admission: true, price, left },
        name: `${label}, ${name}`,
      })),
  );
  return [...inSections, ...active.filter(({ admission }) => !admission).map(ofTier)];
}
