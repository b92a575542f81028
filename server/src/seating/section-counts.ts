import { SELLABLE_STATUSES } from '../events/event-status.ts';
import { placesForAll, placesForAllOfEvent, waitedFor } from '../events/places.ts';
import { tierBefore } from '../events/tier-order.ts';
import { isSaleOpen } from '../events/tier-sale.ts';
import { sumOf } from '../values/sum-of.ts';
import type { Uuid } from '../values/uuid.ts';
import { seatsForAll, shareLists, type WaitingTier } from './owed-seats.ts';
import type { SaleTier, SectionSale } from './queries.ts';
import { countFree, countSellable, FREE, HELD } from './seat.ts';

export interface SeatCounts {
  available: number;
  largestBlock: number;
  /** With the seats that are sold. */
  size: number;
}

export interface SectionCounts extends SeatCounts {
  id: Uuid;
  label: string;
  onSale: boolean;
  /** In the order of the tiers. */
  prices: ({ tier: SaleTier } & SeatCounts)[];
}

const countRow = (states: string): SeatCounts => {
  const counts: SeatCounts = { available: 0, largestBlock: 0, size: countSellable(states) };
  let block = 0;
  for (const state of states) {
    block = state === FREE || state === HELD ? block + 1 : 0;
    if (block > 0) counts.available++;
    if (block > counts.largestBlock) counts.largestBlock = block;
  }
  return counts;
};

/** Sums two counts. Seats of two rows are never side by side, so the larger block counts. */
const together = (a: SeatCounts, b: SeatCounts): SeatCounts => ({
  available: a.available + b.available,
  largestBlock: Math.max(a.largestBlock, b.largestBlock),
  size: a.size + b.size,
});

const NONE: SeatCounts = { available: 0, largestBlock: 0, size: 0 };

const atMost = ({ available, largestBlock, size }: SeatCounts, most: number): SeatCounts => {
  const left = Math.max(0, Math.min(available, most));
  return { available: left, largestBlock: Math.min(largestBlock, left), size };
};

interface Section {
  id: Uuid;
  label: string;
  tierIds: Uuid[];
  rows: { tierIds: Uuid[] | null; states: string }[];
}

/**
 * The seats that each section can sell, including seats that other buyers hold, without those that are owed to the
 * waiting list: a snapshot, not a reservation. Sold and blocked seats, aisles and the end of the row end a run.
 */
export function countSections(sections: Section[], sale: SectionSale, now: Date): SectionCounts[] {
  const read = sections.map(readRows);
  const lists = waitedFor(sale.tiers);
  // As a checkout counts them now, and of the seats that are held what the lists ask for beyond.
  const rowsWith = (seats: 'free' | 'held') =>
    new Map(read.map(({ id, rows }) => [id, rows.map((row) => ({ tierIds: row.tierIds, free: row[seats] }))]));
  const ofFree = shareLists(lists, rowsWith('free'));
  const ofHeld = shareLists(withoutShares(lists, ofFree), rowsWith('held'));
  return read.map((section) => {
    const shares = [...(ofFree.get(section.id) ?? []), ...(ofHeld.get(section.id) ?? [])];
    return countSection(section, shares, sale, now);
  });
}

/** What the lists wait for beyond these shares. */
function withoutShares(lists: WaitingTier[], shares: ReadonlyMap<Uuid, WaitingTier[]>): WaitingTier[] {
  const all = [...shares.values()].flat();
  const sharedBy = (tierId: Uuid) =>
    sumOf(
      all.filter(({ id }) => id === tierId),
      ({ waiting }) => waiting,
    );
  return lists.map(({ id, waiting }) => ({ id, waiting: waiting - sharedBy(id) }));
}

/** Held seats count as available. */
function readRows({ id, label, tierIds: ofSection, rows: states }: Section) {
  let all = NONE;
  const byTier = new Map<Uuid, SeatCounts>();
  const rows: { tierIds: Uuid[]; free: number; held: number }[] = [];
  for (const { tierIds: own, states: row } of states) {
    const counts = countRow(row);
    const tierIds = own ?? ofSection;
    all = together(all, counts);
    for (const tierId of tierIds) byTier.set(tierId, together(byTier.get(tierId) ?? NONE, counts));
    const free = countFree(row);
    rows.push({ tierIds, free, held: counts.available - free });
  }
  return { id, label, all, byTier, rows };
}

function countSection(
  { id, label, all, byTier, rows: read }: ReturnType<typeof readRows>,
  lists: WaitingTier[],
  sale: SectionSale,
  now: Date,
): SectionCounts {
  const tiers = sale.tiers.map((tier) => ({ ...tier, held: 0 }));
  const places = { ...sale, held: 0, tiers };
  const rows = read.map(({ tierIds, free, held }) => ({ tierIds, free: free + held }));
  const prices = tiers.flatMap((tier) => {
    const counts = byTier.get(tier.id);
    if (!counts) return [];
    // The counts know which seats others have sold, and those that they hold are free here.
    const forAll = placesForAll(places, { ...tier, takenByOthers: 0 });
    return [{ tier, ...atMost(counts, Math.min(seatsForAll(rows, lists, [tier.id]), forAll)) }];
  });
  const ofSection = seatsForAll(rows, lists, [...byTier.keys()]);
  const forAll = atMost(all, Math.min(ofSection, placesForAllOfEvent(places)));
  const eventOnSale = SELLABLE_STATUSES.includes(sale.status) && sale.salesEnd > now;
  const isTierOnSale = (tier: SaleTier) => tier.isActive && isSaleOpen(tier, now) && !tierBefore(sale, tier, now);
  const onSale = eventOnSale && prices.some(({ tier }) => isTierOnSale(tier));
  return { id, label, ...forAll, onSale, prices };
}
