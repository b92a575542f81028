import { freePlaces, type Places, placesForAll, type TierPlaces } from '../events/places.ts';
import { sizeOfTier } from '../events/sold-out.ts';
import type { Tx } from '../platform/database/database.ts';
import { listSectionIdsOfTier } from '../seating/queries.ts';
import { SeatHolds } from '../seating/seat-holds.ts';
import { sumOf } from '../values/sum-of.ts';
import type { Room } from './choose-entries.ts';

/** Reads the seats of a tier. The event is locked. @returns the ids of its sections */
async function loadSeats(seats: SeatHolds, tx: Tx, { organizationId, eventId }: Places, { id }: TierPlaces) {
  const sectionIds = await listSectionIdsOfTier(tx, organizationId, eventId, id);
  await seats.load(sectionIds);
  return sectionIds;
}

/** Free places of a tier, including places owed to its waiting list. `size` also includes taken places. */
export async function freeRooms(tx: Tx, places: Places, tier: TierPlaces): Promise<(Room & { size: number })[]> {
  const free = freePlaces(places, tier);
  if (!places.seated || !tier.admission) return [{ sectionId: null, free, size: sizeOfTier(places, tier) }];
  const seats = new SeatHolds(tx, places.organizationId, places.eventId);
  const sectionIds = await loadSeats(seats, tx, places, tier);
  return sectionIds.map((sectionId) => ({
    sectionId,
    free: Math.min(free, seats.countFree({ sectionId, tierId: tier.id })),
    size: seats.countSellable({ sectionId, tierId: tier.id }),
  }));
}

/** The largest party that can ever have places: it sits in one section. */
export const largestParty = (rooms: { size: number }[]): number => Math.max(0, ...rooms.map(({ size }) => size));

/** Number of places of a tier on free sale. */
export async function countPlacesForAll(tx: Tx, places: Places, tier: TierPlaces): Promise<number> {
  const left = placesForAll(places, tier);
  if (!places.seated || !tier.admission || left === 0) return left;
  const seats = new SeatHolds(tx, places.organizationId, places.eventId);
  seats.countIn(places);
  const sectionIds = await loadSeats(seats, tx, places, tier);
  const inSections = sectionIds.map((sectionId) => seats.countForAll(sectionId, [tier.id]));
  return Math.min(
    left,
    sumOf(inSections, (count) => count),
  );
}
