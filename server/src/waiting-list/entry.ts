import type { Customer, CustomerColumns } from '../checkouts/customer.ts';
import type { Places, TierPlaces } from '../events/places.ts';
import type { WaitingListEntryRow } from './tables.ts';

/**
 * bought, passed: how the offer ended. left: by the person or the organizer. ended: the list was closed before an
 * offer, or the buyer may not have that many tickets.
 */
export const ENTRY_STATUSES = ['waiting', 'offered', 'bought', 'passed', 'left', 'ended'] as const;
export type EntryStatus = (typeof ENTRY_STATUSES)[number];

export interface Entry
  extends Omit<WaitingListEntryRow, 'status' | 'passedOver' | 'keptSince' | keyof CustomerColumns> {
  customer: Customer;
  status: EntryStatus;
  /** When the offer ends; null without one. */
  offerEndsAt: Date | null;
}

/** A night and a morning: long enough to read the mail, and short enough that the places reach the next person. */
export const OFFER_HOURS = 12;

/** The list closes when less than this is left for an offer: in less time few people read a mail. */
export const SHORTEST_OFFER_MS = 3_600_000;

/** More than any hall gets back; also bounds what one event adds to the database. */
export const MOST_WAITING_PER_TIER = 5_000;

/** Days that an entry is kept after asking, once it is over: as long as questions about a sale come up. */
export const KEEP_ENTRIES_DAYS = 90;

type EventSale = Pick<Places, 'salesEnd'>;
type TierSale = Pick<TierPlaces, 'salesEndDatetime'>;

/** When sales of the tier end. */
const salesEndOf = ({ salesEnd }: EventSale, { salesEndDatetime: ofTier }: TierSale): Date =>
  ofTier && ofTier < salesEnd ? ofTier : salesEnd;

/** Whether the list of the tier takes entries and makes offers: sales go on for as long as the shortest offer. */
export const isListOpen = (event: EventSale, tier: TierSale, now: Date): boolean =>
  salesEndOf(event, tier).getTime() - now.getTime() >= SHORTEST_OFFER_MS;

/** An offer ends after `OFFER_HOURS`, or with the sales. */
export const offerSeconds = (places: Places, tier: TierPlaces, now: Date): number =>
  Math.min(OFFER_HOURS * 3_600, Math.floor((salesEndOf(places, tier).getTime() - now.getTime()) / 1_000));

/** The organizer set the status: nothing is sold, and nothing offered, until they change it. */
export const isSoldOutByHand = ({ status, soldOutByService }: Places): boolean =>
  status === 'sold_out' && !soldOutByService;

/** What notifications of the waiting list tell of an entry. */
export const entryNotified = ({
  id,
  eventId,
  tierId,
  quantity,
}: Pick<Entry, 'id' | 'eventId' | 'tierId' | 'quantity'>) => ({
  entry_id: id,
  event_id: eventId,
  tier_id: tierId,
  quantity,
});

/** What the link to the page of a person on the list points to. */
export const linkedEntry = ({ organizationId, id }: Pick<Entry, 'organizationId' | 'id'>) =>
  ({ kind: 'entry', organizationId, id, revision: 0 }) as const;
