import type { Database } from '../platform/database/database.ts';
import { findOpenedTiers } from '../promo-codes/promo-holds.ts';
import type { ShopEvent } from './shop-event.ts';

/**
 * The event for a buyer with a promo code: with the hidden tiers that the code opens among its offers, before the add-ons.
 * @throws Refusal 409 with the reason if the code cannot be used, and an unknown one counts as a guess; 429 after too many of these
 */
export async function openHidden(db: Database, event: ShopEvent, code: string, now: Date): Promise<ShopEvent> {
  const { organizationId, id: eventId, offers, hiddenOffers } = event;
  const opened = await findOpenedTiers(db, { organizationId, eventId, code, now });
  const shown = [...offers, ...hiddenOffers.filter(({ tierId }) => opened.includes(tierId))];
  return { ...event, offers: shown.toSorted((a, b) => Number(b.admission) - Number(a.admission)) };
}
