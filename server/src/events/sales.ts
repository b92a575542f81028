import type { EventFacts } from '../mail/mail.ts';
import type { Tx } from '../platform/database/database.ts';
import type { Uuid } from '../values/uuid.ts';
import type { Places } from './places.ts';
import type { TierUses } from './tier-uses.ts';

/**
 * What `events` needs from the domains that hold and sell places, which depend on it. Passed to the operations that
 * change sizes and statuses. Every method runs under the event's lock and writes in its transaction. Counters change
 * only in `places`, which the caller saves.
 */
export interface Sales {
  /** Ends the expired holds that have no payment in progress. */
  releaseOverdueHolds(tx: Tx, places: Places, now: Date): Promise<void>;
  /** For a cancelled event: ends every hold, cancels the valid tickets and schedules their refunds. */
  cancelSales(tx: Tx, places: Places, now: Date): Promise<void>;
  /** For completed events: what is still kept for a name ends now. */
  endReservations(tx: Tx, organizationId: Uuid, eventIds: Uuid[], now: Date): void;
  /** Counts what each buyer holds and has bought, when an event begins to limit its buyers. */
  countBuyerPlaces(tx: Tx, event: { organizationId: Uuid; eventId: Uuid }): Promise<void>;
  /** For an event with a new place or time: records an e-mail to every holder of a valid ticket. */
  announceChange(tx: Tx, change: { organizationId: Uuid; eventId: Uuid; before: EventFacts; now: Date }): Promise<void>;
  /** For an event with another title, place or time: tells the wallets that show it. */
  changePasses(tx: Tx, event: { organizationId: Uuid; eventId: Uuid; now: Date }): void;
  /** For a tier with another name: tells the wallets that have its tickets. */
  changePassesOfTier(tx: Tx, tier: { organizationId: Uuid; eventId: Uuid; tierId: Uuid; now: Date }): void;
  /**
   * For a seating plan that is replaced: ended holds no longer name the sections that have none of the `kept` labels.
   */
  forgetSections(tx: Tx, event: { organizationId: Uuid; eventId: Uuid; kept: string[] }): Promise<void>;
  findUsesOfTier(tx: Tx, tier: { organizationId: Uuid; eventId: Uuid; tierId: Uuid }): Promise<TierUses>;
}
