import type { EventRow, TicketTierRow } from './tables.ts';

export const EVENT_TYPES = [
  'concert',
  'workshop',
  'conference',
  'sports',
  'social',
  'food',
  'nightlife',
  'art',
  'other',
] as const satisfies readonly EventRow['eventType'][];

/** The largest stadium in the world seats 114,000; a million leaves room for a public square. */
export const MAX_CAPACITY = 1_000_000;

/** More is no limit for one buyer. As many checkouts of a buyer may be read for a hold. */
export const MAX_PER_BUYER = 1_000;

/** Whether the hosted page asks for the attendee of each ticket. */
export const ATTENDEE_DETAILS = [
  'none',
  'optional',
  'required',
] as const satisfies readonly EventRow['attendeeDetails'][];

/** Without `held`, which only `places.ts` reads, under the event's lock, and without what only doors need. */
export interface Event extends Omit<EventRow, 'organizationId' | 'held' | 'doorListChangedAt'> {
  /** null: it is no date of a series. */
  seriesName: string | null;
  /** By sort order, then oldest first. */
  tiers: Tier[];
}

export type Tier = Omit<TicketTierRow, 'organizationId' | 'held' | 'createdAt'>;

const DEFAULT_SALES_END_BEFORE_START_MS = 3_600_000;

/** When sales of the whole event end: the explicit time, or one hour before the start. */
export const salesEnd = ({
  salesEndDatetime,
  startDatetime,
}: Pick<Event, 'salesEndDatetime' | 'startDatetime'>): Date =>
  salesEndDatetime ?? new Date(startDatetime.getTime() - DEFAULT_SALES_END_BEFORE_START_MS);

/** The tier of a checkout without `tier_id`: the active one with the lowest sort order, then the oldest; no add-on. */
export const defaultTier = <T extends { isActive: boolean; admission: boolean }>(tiers: T[]): T | undefined =>
  tiers.find((tier) => tier.isActive && tier.admission);

/** `ticket_price`: the price of the default tier, of the first one if none is active, or 0 without tiers. */
export const ticketPriceCentavos = (tiers: Tier[]): number =>
  (defaultTier(tiers) ?? tiers.find(({ admission }) => admission))?.priceCentavos ?? 0;
