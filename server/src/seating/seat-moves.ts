import type { Tx } from '../platform/database/database.ts';
import type { Uuid } from '../values/uuid.ts';
import { chooseSeats } from './choose-seats.ts';
import { deleteClaimsOfTickets, type HeldSeat, insertClaims, markSeatsSold } from './claim-queries.ts';
import { findSeat, isPriced, takenSeat } from './open-section.ts';
import { claimOf, OpenSections, type Place } from './open-sections.ts';
import { listSectionIds, saveStates } from './queries.ts';
import { FREE, HELD, type TakenSeat } from './seat.ts';

/** A sold ticket that gets another seat. */
export interface SeatMove {
  /** Of the ticket in its order. */
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
  readonly #tx: Tx;
  readonly #organizationId: Uuid;
  readonly #eventId: Uuid;
  /** In the order of the plan. */
  #sectionIds: Uuid[] = [];

  constructor(tx: Tx, organizationId: Uuid, eventId: Uuid) {
    super(tx, organizationId, eventId);
    this.#tx = tx;
    this.#organizationId = organizationId;
    this.#eventId = eventId;
  }

  async loadAll(): Promise<void> {
    this.#sectionIds = await listSectionIds(this.#tx, this.#organizationId, this.#eventId);
    await this.load(this.#sectionIds);
  }

  /** The seat with this id; undefined if the event has no such seat. */
  find(seatId: Uuid): Place | undefined {
    for (const sectionId of this.#sectionIds) {
      const section = this.section(sectionId);
      const piece = section && findSeat(this.#eventId, section.shape, seatId);
      if (piece) return { section, row: piece.row, place: piece.from };
    }
    return undefined;
  }

  /** null: the seat is free. */
  takenAt({ section, row, place }: Place): TakenSeat | null {
    return takenSeat(this.#eventId, section, { row, from: place, count: 1 });
  }

  isPricedAt = ({ section: { shape }, row }: Place, tierId: Uuid): boolean => isPriced(shape, row, tierId);

  hold(place: Place) {
    this.change(place, HELD);
  }

  /**
   * Takes the best seats at this price: together in one section, `first` before the others, or as they come if no section
   * has enough. @returns the seats, fewer than `count` if too few are free
   * @param owedIn seats of a section that are not to be taken
   */
  holdBest(
    tierId: Uuid,
    { count, first, owedIn }: { count: number; first: Uuid; owedIn: (sectionId: Uuid) => number },
  ): Place[] {
    const inOrder = [first, ...this.#sectionIds.filter((id) => id !== first)]
      .filter((id) => this.tierIdsOf(id)?.has(tierId))
      .map((id) => ({ id, free: Math.max(0, this.countFree({ sectionId: id, tierId }) - owedIn(id)) }));
    const enough = inOrder.find(({ free }) => free >= count);
    const taken: Place[] = [];
    for (const { id, free } of enough ? [enough] : inOrder) {
      const wanted = Math.min(free, count - taken.length);
      const pieces = wanted > 0 ? chooseSeats(this.view(id, tierId), wanted) : null;
      taken.push(...(pieces ?? []).flatMap((piece) => this.take(id, piece)));
    }
    return taken;
  }

  /** Call it once. */
  save(checkoutId: Uuid, moves: SeatMove[]): void {
    if (moves.length === 0) return;
    const claims = moves.map(({ to, position }) => claimOf(to, { checkoutId, position }));
    for (const { former } of moves)
      if (!claims.some(({ rowId, place }) => rowId === former.rowId && place === former.place))
        this.change(this.placeOf(former), FREE);
    const positions = moves.map(({ position }) => position);
    deleteClaimsOfTickets(this.#tx, this.#organizationId, checkoutId, positions);
    insertClaims(this.#tx, this.#organizationId, claims);
    saveStates(this.#tx, this.#organizationId, this.changed);
    markSeatsSold(this.#tx, this.#organizationId, [checkoutId]);
  }
}
