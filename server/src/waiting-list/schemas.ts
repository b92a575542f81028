import { type Static, Type } from 'typebox';
import { AttributionInput } from '../checkouts/attribution-schemas.ts';
import { checkoutCode } from '../checkouts/checkout.ts';
import { LanguageSchema, NewCustomer } from '../checkouts/request-schemas.ts';
import { OrderCustomerJson } from '../orders/schemas.ts';
import { BrowserUrl, Instant, nullable, optional, Url, Uuid } from '../platform/http/contract/fields.ts';
import { described, Enum, Model } from '../platform/http/contract/models.ts';
import { PageMeta, PageQuery } from '../platform/http/contract/pagination.ts';
import { shown } from '../platform/http/contract/wire.ts';
import { ENTRY_STATUSES, type Entry, OFFER_HOURS } from './entry.ts';
import type { Joined } from './join-waiting-list.ts';
import type { WaitingCounts } from './queries.ts';

const EntryStatusSchema = Enum(
  'WaitingListStatus',
  'offered: places are held for the person. bought, passed: how the offer ended. left: removed by the person or the ' +
    'organizer. ended: the list was closed, or the person may not have that many tickets.',
  ENTRY_STATUSES,
);

export const NewEntry = Model('WaitingListInput', 'A person who waits for places of a sold-out tier.', {
  tier_id: optional(Uuid('The default tier when omitted.')),
  quantity: Type.Integer({
    minimum: 1,
    description: 'Places, all or none: at most `max_per_order` of the event, or 10 if it has none.',
  }),
  customer: described(NewCustomer, 'The person. The e-mails go to this address.'),
  language: optional(described(LanguageSchema, 'Language of the mails. Default: English.')),
  success_url: BrowserUrl(
    'Where the browser goes after an offer was paid, with checkout_id and order_id in its query.',
  ),
  attribution: optional(described(AttributionInput, 'The link that brought the person, kept with the order.')),
  cancel_url: optional(BrowserUrl('Link on the page of the offer for buyers who change their mind.')),
});

const EntryFields = {
  id: Uuid(),
  event_id: Uuid(),
  tier_id: Uuid(),
  quantity: Type.Integer(),
  status: EntryStatusSchema,
  customer: described(OrderCustomerJson, 'The person who waits.'),
  asked_at: Instant('The order of the line.'),
  checkout_id: nullable(
    Type.String({ description: 'The checkout of the offer; null before one, and for callers without `sell`.' }),
  ),
  offer_expires_at: nullable(Instant(`When the offer ends: after ${OFFER_HOURS} hours, or with the sales.`)),
};

export const EntryJson = Model('WaitingListEntry', 'A person on the waiting list of a tier.', EntryFields);

export const JoinedJson = Model('JoinedWaitingList', 'The new entry, and its place in the line.', {
  ...EntryFields,
  position: Type.Integer({ description: 'Place in the line of the tier, from 1.' }),
  leave_url: Url('The page where the person can leave the list. Give it to nobody else.'),
});

const CountsJson = Model('WaitingListCounts', 'People on the waiting list of a tier.', {
  tier_id: Uuid(),
  waiting: Type.Integer(),
  places_waiting: Type.Integer({ description: 'Places that they ask for: free places are theirs first.' }),
  offered: Type.Integer({ description: 'People with an offer that is not over.' }),
  bought: Type.Integer({ description: 'Offers that were bought.' }),
});

export const EntryListJson = Model('WaitingList', 'A page of the waiting list of an event, longest waiting first.', {
  entries: Type.Array(EntryJson),
  tiers: Type.Array(CountsJson, { description: 'Tiers that people waited for.' }),
  meta: PageMeta,
});

export const EntriesQuery = Type.Object({
  ...PageQuery(20, 100),
  tier_id: Type.Optional(Uuid('Only this tier.')),
  status: Type.Optional(EntryStatusSchema),
});

/** The checkout of an offer is the page of its buyer: a caller who cannot sell does not learn it. */
export const entryJson = (entry: Entry, maySell: boolean) =>
  shown(EntryJson, {
    ...entry,
    checkoutId:
      maySell && entry.checkoutId ? checkoutCode({ organizationId: entry.organizationId, id: entry.checkoutId }) : null,
    offerExpiresAt: entry.status === 'offered' ? entry.offerEndsAt : null,
  });

export const joinedJson = ({ entry, position }: Joined, leaveUrl: string): Static<typeof JoinedJson> => ({
  ...entryJson(entry, true),
  position,
  leave_url: leaveUrl,
});

export const countsJson = (counts: WaitingCounts) => shown(CountsJson, counts);
