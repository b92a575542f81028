import type { Tx } from '../platform/database/database.ts';
import type { Uuid } from '../values/uuid.ts';
import { chooseSeats } from './choose-seats.ts';
import { type Claim, deleteEndedHolds, insertClaims, listClaimedSeats } from './claim-queries.ts';
import type { Piece } from './piece.ts';
import { listStatesOfSections, saveStates } from './queries.ts';
import { AISLE, countFree, FREE, HELD, type Seat, withState } from './seat.ts';
import { type SectionShape, sectionsOfRows } from './section-shapes.ts';

interface Party {
  sectionId: Uuid;
  tierId: Uuid;
  quantity: number;
}

/** A section while its event is locked. */
interface OpenSection {
  shape: SectionShape;
  /** States of the rows. */
  states: string[];
  /** States for the chooser by tier: only rows that the tier prices have seats. */
  views: Map<Uuid, string[]>;
}

/**
 * The seats of one event while it is locked. The sections that a batch needs are read once, each party is seated in
 * memory, and `save` writes rows and claims with one statement each. The unique index on live claims prevents double
 * sales.
 */
export class SeatHolds {
  readonly #tx: Tx;
  readonly #organizationId: Uuid;
  readonly #eventId: Uuid;
  readonly #sections = new Map<Uuid, OpenSection>();
  /** New states by row id. */
  readonly #changed = new Map<Uuid, string>();
  #claims: Claim[] = [];
  /** Checkouts whose ended claims are replaced by new ones. */
  #reseated: Uuid[] = [];

  constructor(tx: Tx, organizationId: Uuid, eventId: Uuid) {
    this.#tx = tx;
    this.#organizationId = organizationId;
    this.#eventId = eventId;
  }

  /** Reads the current state of these sections; `tierIdsOf` tells which of them exist. */
  async load(sectionIds: Uuid[]): Promise<void> {
    this.#sections.clear();
    if (sectionIds.length === 0) return;
    const [tx, organizationId, eventId] = [this.#tx, this.#organizationId, this.#eventId];
    const read = await listStatesOfSections(tx, organizationId, eventId, [...new Set(sectionIds)]);
    const rows = read.map((row) => ({ rowId: row.firstRowId, sectionId: row.sectionId }));
    const shapes = await sectionsOfRows(tx, organizationId, eventId, rows);
    for (const [index, shape] of shapes.entries())
      if (shape)
        this.#sections.set(shape.id, { shape, states: read[index]?.states.split(' ') ?? [], views: new Map() });
  }

  /** The tiers that price seats of a section, or undefined when the event has no such section. */
  tierIdsOf(sectionId: Uuid): ReadonlySet<Uuid> | undefined {
    return this.#sections.get(sectionId)?.shape.prices;
  }

  /** Number of free seats at this price. */
  countFree({ sectionId, tierId }: Omit<Party, 'quantity'>): number {
    return this.#view(sectionId, tierId).reduce((sum, states) => sum + countFree(states), 0);
  }

  /** Holds the best seats at the price for a party of at most `countFree`. @returns the seats in order */
  hold(checkoutId: Uuid, party: Party): Seat[] {
    const pieces = chooseSeats(this.#view(party.sectionId, party.tierId), party.quantity);
    if (!pieces) throw new Error(`no ${party.quantity} seats were chosen in section ${party.sectionId}`);
    return this.#take(checkoutId, party, pieces);
  }

  /**
   * The same for a party whose hold ended: its former seats if all are still free, otherwise the best ones. Nothing is
   * written before `save`, so this also checks whether a late payment can still get seats.
   */
  async holdAgain(checkoutId: Uuid, party: Party): Promise<Seat[] | undefined> {
    const before = await listClaimedSeats(this.#tx, this.#organizationId, checkoutId);
    const pieces =
      this.#stillFree(before, party) ?? chooseSeats(this.#view(party.sectionId, party.tierId), party.quantity);
    if (!pieces) return undefined;
    this.#reseated.push(checkoutId);
    return this.#take(checkoutId, party, pieces);
  }

  #stillFree(before: Seat[], party: Party): Piece[] | undefined {
    const rows = this.#sections.get(party.sectionId)?.shape.rows ?? [];
    const view = this.#view(party.sectionId, party.tierId);
    const pieces = before.map((seat) => {
      const row = rows.findIndex(({ label }) => label === seat.row);
      return { row, from: rows[row]?.seats.indexOf(seat.seat) ?? -1, count: 1 };
    });
    const free = pieces.every(({ row, from }) => view[row]?.[from] === FREE);
    return free && pieces.length === party.quantity ? pieces : undefined;
  }

  /** The rows for the chooser. Rows with other prices keep their place in the order, but have no seats. */
  #view(sectionId: Uuid, tierId: Uuid): string[] {
    const section = this.#sections.get(sectionId);
    if (!section) return [];
    let view = section.views.get(tierId);
    if (!view) {
      view = section.states.map((_, row) => viewOf(section, row, tierId));
      section.views.set(tierId, view);
    }
    return view;
  }

  #take(checkoutId: Uuid, { sectionId }: Party, pieces: Piece[]): Seat[] {
    const section = this.#sections.get(sectionId);
    if (!section) throw new Error(`section ${sectionId} was not loaded`);
    const { shape, states } = section;
    const { label, rows } = shape;
    const claims: Claim[] = [];
    for (const { row: index, from, count } of pieces) {
      const row = rows[index];
      if (!row) throw new Error(`section ${label} has no row at ${index}`);
      for (let place = from; place < from + count; place++) {
        const position = claims.length;
        const seat = row.seats[place] ?? 0;
        claims.push({ checkoutId, position, rowId: row.id, place, section: label, row: row.label, seat });
      }
      const after = withState(states[index] ?? '', from, count, HELD);
      states[index] = after;
      for (const [tierId, view] of section.views) view[index] = viewOf(section, index, tierId);
      this.#changed.set(row.id, after);
    }
    this.#claims.push(...claims);
    return claims.map(({ section, row, seat }) => ({ section, row, seat }));
  }

  /** Call it after the checkouts are stored, because claims refer to them. */
  save(): void {
    if (this.#reseated.length > 0) deleteEndedHolds(this.#tx, this.#organizationId, this.#reseated);
    if (this.#claims.length > 0) {
      insertClaims(this.#tx, this.#organizationId, this.#claims);
      saveStates(this.#tx, this.#organizationId, this.#changed);
    }
    this.#claims = [];
    this.#reseated = [];
    this.#changed.clear();
  }
}

function viewOf({ shape, states }: OpenSection, row: number, tierId: Uuid): string {
  const ofRow = states[row] ?? '';
  return (shape.rows[row]?.tierIds ?? shape.tierIds).includes(tierId) ? ofRow : AISLE.repeat(ofRow.length);
}
