import type { Uuid } from '../values/uuid.ts';
import { deleteClaims, type HeldSeat, insertClaims, listClaimedSeats, type SeatClaim } from './claim-queries.ts';
import { claimOf, OpenSections, type Place } from './open-sections.ts';
import type { Piece } from './piece.ts';
import { saveStates } from './queries.ts';
import { FREE, type Seat } from './seat.ts';
import { type Group, isLeft, NOTHING_OWED, type Owed, type Party, seatsWanted, takeBest } from './take-seats.ts';

/**
 * The seats of one event while it is locked. The sections that a batch needs are read once, each party is seated in
 * memory, and `save` writes rows and claims with one statement each. The unique index on live claims prevents double
 * sales.
 */
export class SeatHolds extends OpenSections {
  #claims: SeatClaim[] = [];
  /** Checkouts whose earlier claims are replaced by new ones. */
  #reseated: Uuid[] = [];

  /**
   * Holds the chosen seats, or the best ones at their prices, for the parties of one checkout: all of them or none.
   * Parties whose seats have the same prices, such as adults and children, sit together. What is owed to the waiting
   * lists is left to them; an offer to one list takes what is owed to others only where it finds too few else.
   * @returns the seats in the order of the parties, or how many all of them could get together
   */
  hold(checkoutId: Uuid, parties: Party[], isOffer = false): Seat[] | { left: number } {
    const owed = this.#owedBeside(parties);
    let taken = this.#choose(parties, isOffer ? owedAfter(parties, owed) : owed);
    if (isOffer && !(taken instanceof Map)) taken = this.#choose(parties, NOTHING_OWED);
    if (!(taken instanceof Map)) return taken;
    return this.#claim(
      checkoutId,
      parties.flatMap((party) => taken.get(party) ?? []),
    );
  }

  #owedBeside = (parties: Party[], coming: HeldSeat[] = []): Owed => ({
    lists: this.owedIn(parties.map(({ sectionId }) => sectionId)),
    coming,
  });

  /** The places of each party: the chosen ones, or the best. */
  #choose(parties: Party[], owed: Owed): Map<Party, Place[]> | { left: number } {
    const places = new Map<Party, Place[]>();
    for (const party of parties)
      if (party.chosen)
        places.set(
          party,
          party.chosen.flatMap((piece) => this.take(party.sectionId, piece)),
        );
    const groups = this.#groupsOf(parties.filter(({ chosen }) => !chosen));
    const ofGroups = takeBest(this, groups, owed);
    if ('left' in ofGroups) {
      const chosen = [...places.values()].flat();
      this.free(chosen);
      return { left: Math.max(0, ofGroups.left + chosen.length) };
    }
    for (const [index, group] of groups.entries()) {
      const taken = [...(ofGroups[index] ?? [])];
      for (const party of group) places.set(party, taken.splice(0, party.quantity));
    }
    return places;
  }

  /**
   * Other parties for a live checkout: those with `kept` seats stay on them, the others get seats as in `hold`. The
   * sections of the `given` seats, which become free, are loaded. The parties may get these again, unless they want
   * `otherSeats`.
   */
  holdInstead(
    checkoutId: Uuid,
    parties: (Party & { kept: HeldSeat[] | null })[],
    { given, otherSeats }: { given: HeldSeat[]; otherSeats: boolean },
  ): Seat[] | { left: number } {
    const places = given.map((seat) => this.placeOf(seat));
    const owed = this.#owedBeside(parties, otherSeats ? given : []);
    if (!otherSeats) this.free(places);
    const taken = this.#choose(
      parties.filter(({ kept }) => kept === null),
      owed,
    );
    if (!(taken instanceof Map)) return taken;
    if (otherSeats) this.free(places);
    this.#reseated.push(checkoutId);
    return this.#claim(
      checkoutId,
      parties.flatMap((party) => party.kept?.map((seat) => this.placeOf(seat)) ?? taken.get(party) ?? []),
    );
  }

  /**
   * The checkout holds these seats in this order. They were its own, or another one lets them go: none becomes free.
   */
  reseat(checkoutId: Uuid, seats: HeldSeat[]) {
    this.#reseated.push(checkoutId);
    this.#claim(
      checkoutId,
      seats.map((seat) => this.placeOf(seat)),
    );
  }

  /**
   * Holds seats again for parties whose hold ended: their former seats if all are still free, otherwise the best ones.
   * Nothing is written before `save`, so this also checks whether a late payment can still get seats. @returns whether
   * it can
   */
  async holdAgain(checkoutId: Uuid, parties: Party[]): Promise<boolean> {
    const before = await listClaimedSeats(this.tx, this.organizationId, checkoutId);
    const owed = this.#owedBeside(parties);
    const former = this.#stillFree(before, parties)?.flatMap(({ sectionId, piece }) => this.take(sectionId, piece));
    if (former && isLeft(this, owed)) this.#claim(checkoutId, former);
    else {
      this.free(former ?? []);
      if ('left' in this.hold(checkoutId, parties)) return false;
    }
    this.#reseated.push(checkoutId);
    return true;
  }

  /** The former seats of the parties, in order; undefined unless all of them are free at their prices. */
  #stillFree(before: Seat[], parties: Party[]): { sectionId: Uuid; piece: Piece }[] | undefined {
    const seats = before.values();
    const wanted = parties.flatMap((party) => [...seats.take(party.quantity)].map((seat) => ({ ...party, seat })));
    const pieces = wanted.map(({ sectionId, tierId, seat }) => {
      const rows = this.section(sectionId)?.shape.rows ?? [];
      const row = rows.findIndex(({ label }) => label === seat.row);
      const piece = { row, from: rows[row]?.seats.indexOf(seat.seat) ?? -1, count: 1 };
      return { sectionId, piece, isFree: this.view(sectionId, tierId)[row]?.[piece.from] === FREE };
    });
    return before.length === seatsWanted(parties) && pieces.every(({ isFree }) => isFree) ? pieces : undefined;
  }

  /**
   * Parties that may sit on the same seats of a section, together. Groups with the fewest free seats choose first,
   * because the others may have seats that these cannot get.
   */
  #groupsOf(parties: Party[]): Group[] {
    const [first, ...others] = parties;
    if (!first) return [];
    if (others.length === 0) return [[first]];
    const groups = Map.groupBy(
      parties,
      ({ sectionId, tierId }) => `${sectionId} ${this.pricedRows(sectionId, tierId)}`,
    );
    return ([...groups.values()] as Group[])
      .map((group) => ({ group, free: this.countFree(group[0]) }))
      .toSorted((a, b) => a.free - b.free)
      .map(({ group }) => group);
  }

  /** Claims places that were taken, in the order of the tickets. */
  #claim(checkoutId: Uuid, places: Place[]): Seat[] {
    const claims = places.map((place, position) => claimOf(place, { checkoutId, position }));
    this.#claims.push(...claims);
    return claims.map(({ section, row, seat }) => ({ section, row, seat }));
  }

  /** Call it after the checkouts are stored, because claims refer to them. */
  save(): void {
    if (this.#reseated.length > 0) deleteClaims(this.tx, this.organizationId, this.#reseated);
    if (this.#claims.length > 0) insertClaims(this.tx, this.organizationId, this.#claims);
    // Without claims, too: a checkout may give back all of its seats.
    if (this.changed.size > 0) saveStates(this.tx, this.organizationId, this.changed);
    this.#claims = [];
    this.#reseated = [];
    this.changed.clear();
  }
}

/** What is still owed when the parties, whom a list is owed seats for, have theirs. */
const owedAfter = (offered: Party[], { lists, coming }: Owed): Owed => ({
  coming,
  lists: lists.map((list) => {
    const own = offered.filter(({ sectionId, tierId }) => sectionId === list.sectionId && tierId === list.tierId);
    return { ...list, quantity: Math.max(0, list.quantity - seatsWanted(own)) };
  }),
});
