import type { Checkout } from '../checkouts/checkout.ts';
import type { Event } from '../events/event.ts';
import type { SelectionMode } from '../seating/seating-plan.ts';
import type { Organizer } from '../values/brand.ts';
import type { Uuid } from '../values/uuid.ts';

/** An organization as its shop shows it. */
export interface ShopOwner {
  organizationId: Uuid;
  organizationSlug: string;
  organizer: Organizer;
  timeZone: string;
}

/** An event, or a series by its next date, as the page of a shop lists it. */
export interface ShopListing {
  /** null: an event of its own. */
  seriesName: string | null;
  seriesSlug: string | null;
  /** Dates to come, this one included. */
  dates: number;
  slug: string;
  title: string;
  status: Event['status'];
  startDatetime: Date;
  venueName: string | null;
  city: string | null;
  coverImageUrl: string | null;
  /** The lowest price; null without an active tier. */
  fromCentavos: number | null;
  /** Whether there are several prices. */
  hasPrices: boolean;
}

/** A page of a shop. */
export interface Shop extends ShopOwner {
  /** From 1. */
  page: number;
  /** On sale or sold out, the next one first. */
  coming: ShopListing[];
  /** Another page follows. */
  hasMore: boolean;
  /** Completed, the last one first; on the first page only. */
  past: ShopListing[];
}

/** What a buyer can choose: a tier, or a tier within a section of a seated event. */
export interface Offer {
  /** Names the fields of the form. */
  key: string;
  tierId: Uuid;
  /** false: an add-on, such as parking. */
  admission: boolean;
  /** Only for buyers with a code that opens it. */
  hidden: boolean;
  sectionId: Uuid | null;
  /** null: general admission */
  section: string | null;
  name: string;
  /** Suggested, if the buyer chooses it. */
  priceCentavos: number;
  /** The least that the buyer may choose; null: the price is fixed. */
  minimumPriceCentavos: number | null;
  /**
   * Places that are neither sold nor held. On a seated event held seats count as free, because they may soon be free
   * again.
   */
  free: number;
  /** Places that can be sold at all, taken or not. */
  size: number;
  /** Every place is sold; false while others only hold them. */
  isGone: boolean;
  salesStartDatetime: Date | null;
  salesEndDatetime: Date | null;
  /** The tier that is sold before this one, while it is; null: this one is not waiting. A hidden one has no name. */
  after: { tierId: Uuid; name: string | null; salesEndDatetime: Date | null } | null;
}

/** Another date of the same series. */
export type OtherDate = Pick<ShopListing, 'slug' | 'status' | 'startDatetime'>;

/** What the page of an event and that of its series show of it. */
interface ShopFacts {
  slug: string;
  title: string;
  status: Event['status'];
  startDatetime: Date;
  endDatetime: Date | null;
  salesEnd: Date;
  venueName: string | null;
  address: string | null;
  city: string | null;
  latitude: number | null;
  longitude: number | null;
  coverImageUrl: string | null;
  description: string | null;
  /** Sanitized when it arrived. */
  descriptionHtml: string | null;
}

/** A date to come, as the page of its series shows it. */
export interface ShopDate extends ShopFacts {
  /** Places on free sale, over all tiers. */
  free: number;
  /**
   * The offers of the tiers that are not hidden, also on a seated event: sections are shown only on the page of the
   * date.
   */
  offers: Offer[];
}

/** Everything that the page of a series shows. */
export interface ShopSeries extends ShopOwner {
  id: Uuid;
  name: string;
  slug: string;
  /** On sale or sold out, the next one first. */
  dates: ShopDate[];
}

/** Everything that the page of an event shows. Never a draft. */
export interface ShopEvent extends ShopOwner, ShopFacts {
  id: Uuid;
  /** The series that it is a date of. */
  series: { name: string; slug: string } | null;
  /** The next dates of the series, without this one. */
  otherDates: OtherDate[];
  listed: boolean;
  eventType: Event['eventType'];
  seated: boolean;
  /** The form needs a pass of the waiting room. */
  waitingRoomEnabled: boolean;
  /** null: general admission */
  selectionMode: SelectionMode | null;
  /** The event's own limits; null: those of the shop. */
  maxPerOrder: number | null;
  maxPerBuyer: number | null;
  /** What every buyer may see, and what the buyer's code opened. */
  offers: Offer[];
  /** Hidden tiers: `openHidden` moves those among the offers that a code opens. */
  hiddenOffers: Offer[];
  /**
   * What the buyer of this page holds: its places count as free. null: the buyer holds nothing, or the page is for all
   * visitors.
   */
  own: Checkout | null;
}
