import type { Uuid } from '../values/uuid.ts';
import { deleteClaimsOfTickets, type HeldSeat, insertClaims, markSeatsSold } from './claim-queries.ts';
import { findSeat, isPriced, takenSeat } from './open-section.ts';
import { claimOf, OpenSections, type Place } from './open-sections.ts';
import { listSectionIds, saveStates } from './queries.ts';
import { HELD, type TakenSeat } from './seat.ts';
import { isLeft, type Owed, takeBest } from './take-seats.ts';

/** A sold ticket that gets another seat. */
export interface SeatMove {
  /** Position of the ticket in its order. */
  position: number;
  former: HeldSeat;
  to: Place;
}

/**
 * Other seats for tickets of a sold checkout, while the event is locked. All sections are read once; seats are taken in
 * memory before the former ones are free, and `save` writes rows and claims. The unique index on live claims prevents
 * double sales.
 */
export class SeatMoves extends OpenSections {
  /** In the order of the plan. */
  #sectionIds: Uuid[] = [];

  async loadAll(): Promise<void> {
    this.#sectionIds = await listSectionIds(this.tx, this.organizationId, this.eventId);
    await this.load(this.#sectionIds);
  }

  /** The seat with this id; undefined if the event has no such seat. */
  find(seatId: Uuid): Place | undefined {
    for (const sectionId of this.#sectionIds) {
      const section = this.section(sectionId);
      const piece = section && findSeat(this.eventId, section.shape, seatId);
      if (piece) return { section, row: piece.row, place: piece.from };
    }
    return undefined;
  }

  /** null: the seat is free. */
  takenAt({ section, row, place }: Place): TakenSeat | null {
    return takenSeat(this.eventId, section, { row, from: place, count: 1 });
  }

  isPricedAt = ({ section: { shape }, row }: Place, tierId: Uuid): boolean => isPriced(shape, row, tierId);

  hold(place: Place) {
    this.change(place, HELD);
  }

  /** What is owed to the waiting lists, to whom the seats that tickets leave are coming. */
  owedBeside = (coming: HeldSeat[]): Owed => ({ lists: this.owedIn(this.#sectionIds), coming });

  /** Whether the seats that were taken since leave what was owed. */
  isLeft = (owed: Owed): boolean => isLeft(this, owed);

  /**
   * Takes the best seats at this price that leave what is owed: together in one section, `first` before the others, or
   * as they come if no section has enough. @returns the seats, fewer than `count` if too few are free
   */
  holdBest(tierId: Uuid, { count, first, owed }: { count: number; first: Uuid; owed: Owed }): Place[] {
    const inOrder = [first, ...this.#sectionIds.filter((id) => id !== first)]
      .filter((id) => this.tierIdsOf(id)?.has(tierId))
      .map((id) => ({ id, free: this.countForAll(id, [tierId]) }));
    const enough = inOrder.find(({ free }) => free >= count);
    const taken: Place[] = [];
    for (const { id, free } of enough ? [enough] : inOrder) {
      const quantity = Math.min(free, count - taken.length);
      const places = quantity > 0 ? takeBest(this, [[{ sectionId: id, tierId, quantity }]], owed) : [];
      if (!('left' in places)) taken.push(...places.flat());
    }
    return taken;
  }

  /** Call it once. */
  save(checkoutId: Uuid, moves: SeatMove[]): void {
    if (moves.length === 0) return;
    const claims = moves.map(({ to, position }) => claimOf(to, { checkoutId, position }));
    for (const { former } of moves)
      if (!claims.some(({ rowId, place }) => rowId === former.rowId && place === former.place))
        this.free([this.placeOf(former)]);
    const positions = moves.map(({ position }) => position);
    deleteClaimsOfTickets(this.tx, this.organizationId, checkoutId, positions);
    insertClaims(this.tx, this.organizationId, claims);
    saveStates(this.tx, this.organizationId, this.changed);
    markSeatsSold(this.tx, this.organizationId, [checkoutId]);
  }
}
