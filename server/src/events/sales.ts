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
  /** Ends every hold of a cancelled event, cancels its valid tickets and schedules their refunds. */
  cancelSales(tx: Tx, places: Places, now: Date): Promise<void>;
  /** Ends the reservations of completed events. */
  endReservations(tx: Tx, organizationId: Uuid, eventIds: Uuid[], now: Date): void;
  /** Counts what each buyer holds and has bought, when an event begins to limit its buyers. */
  countBuyerPlaces(tx: Tx, event: { organizationId: Uuid; eventId: Uuid }): Promise<void>;
  /** Records an e-mail about a new place or time of the event to every holder of a valid ticket. */
  announceChange(tx: Tx, change: { organizationId: Uuid; eventId: Uuid; before: EventFacts; now: Date }): Promise<void>;
  /** Schedules a push to the wallets that show the event, whose title, place or time changes. */
  changePasses(tx: Tx, event: { organizationId: Uuid; eventId: Uuid; now: Date }): void;
  /** Schedules a push to the wallets with tickets of the tier, whose name changes. */
  changePassesOfTier(tx: Tx, tier: { organizationId: Uuid; eventId: Uuid; tierId: Uuid; now: Date }): void;
  /** Clears the section of ended holds before a seating plan is replaced, unless its label is among the `kept` ones. */
  forgetSections(tx: Tx, event: { organizationId: Uuid; eventId: Uuid; kept: string[] }): Promise<void>;
  findUsesOfTier(tx: Tx, tier: { organizationId: Uuid; eventId: Uuid; tierId: Uuid }): Promise<TierUses>;
}
