import { type Static, Type } from 'typebox';
import type { Fields } from '../audit-log/change.ts';
import { Name, Uuid } from '../platform/http/contract/fields.ts';
import { Enum, Model } from '../platform/http/contract/models.ts';
import { type Sent, sent, shown } from '../platform/http/contract/wire.ts';
import type { TierCount } from '../tickets/passage-count-queries.ts';
import { type CheckInList, PASSES } from './check-in-list.ts';

/** More than any event has. */
const MAX_TIERS = 1_000;

const PassesSchema = Enum(
  'Passes',
  'How often a ticket passes. once: one time. re_entry: again after it has left. unlimited: any number of times.',
  PASSES,
);

const tierIds = Type.Optional(
  Type.Unsafe<string[] | null>({
    type: ['array', 'null'],
    items: Uuid(),
    maxItems: MAX_TIERS,
    description: 'Tiers whose tickets pass, add-ons included. null: every ticket that admits.',
  }),
);

export const NewCheckInList = Model('CheckInListInput', 'A check-in list to create.', {
  name: Name(undefined, 'Of the place, such as "VIP lounge" or "Day 2".'),
  passes: PassesSchema,
  tier_ids: tierIds,
});

export const CheckInListChanges = Model(
  'CheckInListChanges',
  'Fields of a check-in list to change; omitted ones stay.',
  {
    name: Type.Optional(Name(undefined, 'Of the place, such as "VIP lounge" or "Day 2".')),
    passes: Type.Optional(PassesSchema),
    tier_ids: tierIds,
  },
);

const checkInListFields = {
  id: Uuid(),
  name: Type.String(),
  passes: PassesSchema,
  tier_ids: Type.Unsafe<string[] | null>({
    type: ['array', 'null'],
    items: Uuid(),
    description: 'null: every ticket that admits.',
  }),
};

export const CheckInListJson = Model('CheckInList', 'Where tickets are scanned beside the gate.', checkInListFields);

const CountedTierJson = Model('CountedTier', 'Which tier it is.', { id: Uuid(), name: Type.String() });

const CountJson = Model('PassageCount', 'Tickets of a tier at the gate or at a list.', {
  tier: CountedTierJson,
  tickets: Type.Integer({ description: 'Valid and used tickets that may pass.' }),
  passed: Type.Integer({ description: 'Those that entered at least once.' }),
  inside: Type.Integer({ description: 'Those whose last passage was in.' }),
});

const Counts = Type.Array(CountJson, { description: 'By tier, in the order of the tiers.' });

const CountedListJson = Model('CountedCheckInList', 'A check-in list with its counts.', {
  ...checkInListFields,
  counts: Counts,
});

const GateJson = Model('GateCounts', 'The gate of the event, where tickets become used.', {
  re_entry: Type.Boolean({ description: 'Whether tickets may leave and enter again, as the event says.' }),
  counts: Counts,
});

export const CheckInListsJson = Model('CheckInListList', 'The gate and the check-in lists of an event, oldest first.', {
  gate: GateJson,
  check_in_lists: Type.Array(CountedListJson),
});

export const ListReferenceJson = Model('CheckInListReference', 'Which check-in list it is.', {
  id: Uuid(),
  name: Type.String(),
});

export type ListFields = Sent<Static<typeof CheckInListChanges>>;
export type NewListFields = Sent<Static<typeof NewCheckInList>>;

/** The name without spaces around it, each tier once. */
const tidied = <Sent extends ListFields>(fields: Sent): Sent => ({
  ...fields,
  ...(fields.name === undefined ? {} : { name: fields.name.trim() }),
  ...(fields.tierIds ? { tierIds: [...new Set(fields.tierIds)].toSorted() } : {}),
});

export const listFieldsFrom = (body: Static<typeof CheckInListChanges>): ListFields =>
  tidied(sent(CheckInListChanges, body));

export const newListFieldsFrom = (body: Static<typeof NewCheckInList>): NewListFields =>
  tidied(sent(NewCheckInList, body));

export const checkInListJson = (list: CheckInList) => shown(CheckInListJson, list);

export const loggedCheckInList = (list: CheckInList): Fields => ({
  event_id: list.eventId,
  ...shown(CheckInListChanges, list),
});

const countJson = ({ tierId, tierName, tickets, passed, inside }: TierCount): Static<typeof CountJson> => ({
  tier: { id: tierId, name: tierName },
  tickets,
  passed,
  inside,
});

export const countedListsJson = (
  reEntry: boolean,
  lists: CheckInList[],
  countsOf: (list: CheckInList | null) => TierCount[],
): Static<typeof CheckInListsJson> => ({
  gate: { re_entry: reEntry, counts: countsOf(null).map(countJson) },
  check_in_lists: lists.map((list) => ({ ...checkInListJson(list), counts: countsOf(list).map(countJson) })),
});
