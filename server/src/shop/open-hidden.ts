import { countOverdueUses } from '../checkouts/hold-queries.ts';
import { eventName } from '../events/sold-out-events.ts';
import type { Database } from '../platform/database/database.ts';
import { guessesOfNetworks } from '../promo-codes/promo-guesses.ts';
import { findOpenedTiers } from '../promo-codes/promo-holds.ts';
import { promoUseRefusals } from '../promo-codes/refusals.ts';
import type { Uuid } from '../values/uuid.ts';
import type { ShopEvent } from './shop-event.ts';

/**
 * The event for a buyer with a promo code: with the hidden tiers that the code opens among its offers, before the
 * add-ons.
 * @throws Refusal 409 with the reason if the code cannot be used, and an unknown one counts as a guess; 429 after too
 * many of these, from the buyer's network or for the event
 */
export async function openHidden(
  db: Database,
  event: ShopEvent,
  { code, network, now }: { code: string; network: string; now: Date },
): Promise<ShopEvent> {
  const { organizationId, id: eventId, offers, hiddenOffers, own } = event;
  const guesses = guessesOfNetworks(db);
  const guesser = `${eventName(organizationId, eventId)} ${network}`;
  const seconds = guesses.waitSeconds(guesser, now);
  if (seconds > 0) throw promoUseRefusals.promo_code_guesses({ retry_after_seconds: seconds });
  const countOverdue = (promoCodeId: Uuid) => countOverdueUses(db, { organizationId, eventId, promoCodeId }, now);
  const entered = { organizationId, eventId, code, ownId: own?.promoCodeId ?? null, countOverdue, now };
  const opened = await findOpenedTiers(db, entered).catch((error) => {
    if (promoUseRefusals.promo_code_unknown.is(error)) guesses.use(guesser, now);
    throw error;
  });
  const shown = [...offers, ...hiddenOffers.filter(({ tierId }) => opened.includes(tierId))];
  const names = new Map(shown.map(({ tierId, name }) => [tierId, name]));
  const named = shown.map((offer) => ({
    ...offer,
    after: offer.after && { ...offer.after, name: names.get(offer.after.tierId) ?? offer.after.name },
  }));
  return { ...event, offers: named.toSorted((a, b) => Number(b.admission) - Number(a.admission)) };
}
