import { holdRefusals } from '../../checkouts/refusals.ts';
import type { HeldSeat } from '../../seating/claim-queries.ts';
import type { Place } from '../../seating/open-sections.ts';
import { seatsTaken } from '../../seating/refusals.ts';
import type { SeatMoves } from '../../seating/seat-moves.ts';
import type { Owed } from '../../seating/take-seats.ts';
import { changeRefusals } from './change-refusals.ts';
import type { MoveToTier, PlannedMove } from './planned-move.ts';
import { ofTicket, shortOf } from './refusals-of-moves.ts';

type SeatOfMove = Pick<PlannedMove, 'taken' | 'sectionId'>;

/** A move of a ticket that has a seat. */
interface SeatedMove extends MoveToTier {
  former: HeldSeat;
  /** The place of the former seat. */
  from: Place;
  index: number;
}

/** A move to a seat that is known: it was named. */
interface Taker {
  move: SeatedMove;
  to: Place;
}

/**
 * The seats of moved tickets: the seat that the request names; otherwise the ticket's own seat if the new tier prices
 * it; otherwise the best one. New seats are taken before the former ones are free, which only tickets of the same
 * change may get, by name.
 * @returns by the index of the move; nothing for tickets without a seat
 * @throws Refusal 400, 404, 409
 */
export function chooseSeatsOfMoves(seats: SeatMoves, moves: MoveToTier[]): (SeatOfMove | undefined)[] {
  const seated = moves.flatMap((move, index): SeatedMove[] => {
    const { held: former } = move.ticket;
    return former ? [{ ...move, former, from: seats.placeOf(former), index }] : [];
  });
  const wanted = namedSeats(seats, seated);
  const keepers = seated.filter((move) => move.seatId === null && seats.isPricedAt(move.from, move.tier.id));
  for (const move of keepers) wanted.set(move, move.from);
  requireDifferent(wanted);
  const leaving = seated.filter((move) => !isSame(wanted.get(move), move.from));
  const takers = leaving.flatMap((move): Taker[] => {
    const to = wanted.get(move);
    return to ? [{ move, to }] : [];
  });
  requireFree(seats, takers, leaving);
  const coming = leaving.filter(({ from }) => !takers.some(({ to }) => isSame(to, from)));
  const owed = seats.owedBeside(coming.map(({ former }) => former));
  holdNamed(seats, takers, { leaving, owed });
  const others = seated.filter((move) => !wanted.has(move));
  for (const [tier, ofTier] of Map.groupBy(others, (move) => move.tier)) {
    const [first] = ofTier;
    if (!first) continue;
    const best = seats.holdBest(tier.id, { count: ofTier.length, first: first.from.section.shape.id, owed });
    if (best.length < ofTier.length) throw shortOf(tier.id, best.length, first.index);
    for (const [nth, move] of ofTier.entries()) {
      const place = best[nth];
      if (place) wanted.set(move, place);
    }
  }
  return moves.map((_, index) => {
    const move = seated.find((other) => other.index === index);
    const to = move && wanted.get(move);
    if (!move || !to) return undefined;
    return { taken: isSame(to, move.from) ? null : { former: move.former, to }, sectionId: to.section.shape.id };
  });
}

const isSame = (a: Place | undefined, b: Place): boolean =>
  a !== undefined && a.section === b.section && a.row === b.row && a.place === b.place;

/** @throws Refusal 404 for an unknown seat, 400 for one of another price, 409 for a seat that the ticket has already */
function namedSeats(seats: SeatMoves, moves: SeatedMove[]): Map<SeatedMove, Place> {
  const named = new Map<SeatedMove, Place>();
  for (const move of moves) {
    const { seatId, tier, ticket, from, index } = move;
    if (seatId === null) continue;
    ofTicket(index, () => {
      const place = seats.find(seatId);
      if (!place) throw changeRefusals.seat_not_of_event();
      if (!seats.isPricedAt(place, tier.id)) throw holdRefusals.tier_not_of_seat({ field: 'seat_id' });
      if (isSame(place, from) && tier.id === ticket.tierId) throw changeRefusals.nothing_to_change();
      named.set(move, place);
    });
  }
  return named;
}

/** @throws Refusal 400 when two tickets would have one seat */
function requireDifferent(wanted: Map<SeatedMove, Place>) {
  const seen: Place[] = [];
  for (const [{ index }, place] of wanted) {
    if (seen.some((other) => isSame(other, place)))
      ofTicket(index, () => {
        throw holdRefusals.seat_named_twice({ field: 'seat_id' });
      });
    seen.push(place);
  }
}

/** @throws Refusal 409 that names the first ticket whose seat is owed to the waiting lists */
function holdNamed(seats: SeatMoves, takers: Taker[], { leaving, owed }: { leaving: SeatedMove[]; owed: Owed }) {
  for (const { to } of takers) seats.hold(to);
  if (seats.isLeft(owed)) return;
  const ofNobody = takers.filter(({ to }) => !leaving.some(({ from }) => isSame(to, from)));
  for (const { move, to } of ofNobody.toReversed()) {
    seats.free([to]);
    if (seats.isLeft(owed)) throw shortOf(move.tier.id, 0, move.index);
  }
}

/** @throws Refusal 409 when named seats are taken, or free seats of a section are owed to the waiting list */
function requireFree(seats: SeatMoves, takers: Taker[], leaving: SeatedMove[]) {
  const isLeft = (place: Place) => leaving.some(({ from }) => isSame(place, from));
  const taken = takers.flatMap(({ to }) => (isLeft(to) ? [] : (seats.takenAt(to) ?? [])));
  if (taken.length > 0) throw seatsTaken(taken);
  const former = leaving.map((move) => move.former);
  const bySection = Map.groupBy(takers, ({ to, move }) => `${to.section.shape.id} ${move.tier.id}`);
  for (const [first, ...others] of bySection.values()) {
    if (!first) continue;
    const [sectionId, tierId] = [first.to.section.shape.id, first.move.tier.id];
    const left = seats.countPriced(former, [tierId], sectionId) + seats.countForAll(sectionId, [tierId]);
    if (1 + others.length > left) throw shortOf(tierId, left, first.move.index);
  }
}
