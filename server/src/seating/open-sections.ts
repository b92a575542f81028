import assert from 'node:assert';
import { moveSeats, type Places, waitedFor } from '../events/places.ts';
import type { Tx } from '../platform/database/database.ts';
import { sumOf } from '../values/sum-of.ts';
import type { Uuid } from '../values/uuid.ts';
import type { HeldSeat, SeatClaim } from './claim-queries.ts';
import { isPriced, type OpenSection, tierIdsAt, viewOf } from './open-section.ts';
import { owedSeats, type PricedRow, seatsForAll, shareLists, type Wanted } from './owed-seats.ts';
import type { Piece } from './piece.ts';
import { listFreeSeats, listStatesOfSections } from './queries.ts';
import { countFree, countSellable, countTaken, FREE, HELD, type Seat, withState } from './seat.ts';
import type { SelectionMode } from './seating-plan.ts';
import { sectionsOfRows } from './section-shapes.ts';

/** A place of a row. `row` is an index. */
export interface Place {
  section: OpenSection;
  row: number;
  place: number;
}

/** The claim of a place by the ticket at this position of a checkout. */
export const claimOf = (at: Place, ticket: Pick<SeatClaim, 'checkoutId' | 'position'>): SeatClaim => ({
  ...ticket,
  rowId: rowAt(at).id,
  place: at.place,
  ...seatAt(at),
});

/** The seat at a place, as printed. */
export function seatAt(at: Place): Seat {
  const row = rowAt(at);
  return { section: at.section.shape.label, row: row.label, seat: row.seats[at.place] ?? 0 };
}

function rowAt({ section: { shape }, row: index }: Place) {
  const row = shape.rows[index];
  assert(row, `row ${index} is not in section ${shape.label}`);
  return row;
}

/** The sections that a batch needs, read once while the event is locked, and then changed in memory. */
export class OpenSections {
  protected readonly tx: Tx;
  protected readonly organizationId: Uuid;
  protected readonly eventId: Uuid;
  readonly #sections = new Map<Uuid, OpenSection>();
  /** New states by row id. */
  readonly changed = new Map<Uuid, string>();
  #selectionMode: SelectionMode | null = null;
  /** Where the seats that are taken and given back are counted, and whose waiting lists are owed seats. */
  #places: Places | null = null;
  /** The free seats at prices that are waited for, in all sections of the event. */
  #free: ReadonlyMap<Uuid, PricedRow[]> = new Map();

  constructor(tx: Tx, organizationId: Uuid, eventId: Uuid) {
    this.tx = tx;
    this.organizationId = organizationId;
    this.eventId = eventId;
  }

  /**
   * From now on the seats that are taken and given back count in the tiers of these places, and their lists are owed
   * seats.
   */
  countIn(places: Places) {
    this.#places = places;
  }

  /** Reads how many seats are free in each section, if a waiting list has entries. */
  async loadFree(): Promise<void> {
    const lists = this.#places?.seated ? waitedFor(this.#places.tiers) : [];
    if (lists.length === 0) return;
    const tierIds = lists.map(({ id }) => id);
    const free = await listFreeSeats(this.tx, this.organizationId, this.eventId, tierIds);
    this.#free = Map.groupBy(free, ({ sectionId }) => sectionId);
  }

  /** Reads the current state of these sections, and what `loadFree` does; `tierIdsOf` tells which of them exist. */
  async load(sectionIds: Uuid[]): Promise<void> {
    this.#sections.clear();
    if (sectionIds.length === 0) return;
    const { tx, organizationId, eventId } = this;
    const read = await listStatesOfSections(tx, organizationId, eventId, [...new Set(sectionIds)]);
    this.#selectionMode = read[0]?.selectionMode ?? null;
    const rows = read.map((row) => ({ rowId: row.firstRowId, sectionId: row.sectionId }));
    const shapes = await sectionsOfRows(tx, organizationId, eventId, rows);
    for (const [index, shape] of shapes.entries())
      if (shape)
        this.#sections.set(shape.id, { shape, states: read[index]?.states.split(' ') ?? [], views: new Map() });
    await this.loadFree();
  }

  /** Selection mode of the plan; null until a section of it is loaded. */
  get selectionMode(): SelectionMode | null {
    return this.#selectionMode;
  }

  /** A loaded section, in which a buyer's chosen seats are found. */
  section(sectionId: Uuid): OpenSection | undefined {
    return this.#sections.get(sectionId);
  }

  /** The tiers that price seats of a section, or undefined when the event has no such section. */
  tierIdsOf(sectionId: Uuid): ReadonlySet<Uuid> | undefined {
    return this.#sections.get(sectionId)?.shape.prices;
  }

  /** Number of free seats at this price. */
  countFree({ sectionId, tierId }: { sectionId: Uuid; tierId: Uuid }): number {
    return sumOf(this.view(sectionId, tierId), countFree);
  }

  /**
   * Number of seats of a section on free sale at one of these prices: free seats that are not owed to a waiting list.
   */
  countForAll(sectionId: Uuid, tierIds: Uuid[]): number {
    return seatsForAll(this.pricedRowsOf(sectionId), this.#shareLists().get(sectionId) ?? [], tierIds);
  }

  /** Seats of these sections that are owed to the waiting lists now. */
  owedIn(sectionIds: Uuid[]): Wanted[] {
    const shares = this.#shareLists();
    return [...new Set(sectionIds)].flatMap((sectionId) => {
      const lists = shares.get(sectionId) ?? [];
      const owed = lists.length > 0 ? owedSeats(this.pricedRowsOf(sectionId), lists) : [];
      return lists.map(({ id: tierId }, index) => ({ sectionId, tierId, quantity: owed[index] ?? 0 }));
    });
  }

  #shareLists() {
    // Seats of the loaded sections may have been taken or given back since `loadFree`.
    const now = [...this.#free].map(([id, rows]) => [id, this.section(id) ? this.pricedRowsOf(id) : rows] as const);
    return shareLists(waitedFor(this.#places?.tiers ?? []), new Map(now));
  }

  /** The rows of a section with their free seats, or with those of `seats` that are in them. */
  pricedRowsOf(sectionId: Uuid, seats?: HeldSeat[]): PricedRow[] {
    const section = this.#sections.get(sectionId);
    return (section?.shape.rows ?? []).map(({ id }, row) => ({
      tierIds: section ? tierIdsAt(section.shape, row) : [],
      free: seats ? seats.filter(({ rowId }) => rowId === id).length : countFree(section?.states[row] ?? ''),
    }));
  }

  /** Number of seats at this price, taken or not. */
  countSellable({ sectionId, tierId }: { sectionId: Uuid; tierId: Uuid }): number {
    return sumOf(this.view(sectionId, tierId), countSellable);
  }

  /** How many of these seats have one of these prices, in this section or anywhere. */
  countPriced(held: HeldSeat[], tierIds: Uuid[], sectionId?: Uuid): number {
    const places = held.map((seat) => this.placeOf(seat));
    return places.filter(
      ({ section: { shape }, row }) =>
        (sectionId ?? shape.id) === shape.id && tierIds.some((id) => isPriced(shape, row, id)),
    ).length;
  }

  /** Where a held seat is. Its section was loaded. */
  placeOf({ rowId, place }: HeldSeat): Place {
    for (const section of this.#sections.values()) {
      const row = section.shape.rows.findIndex(({ id }) => id === rowId);
      if (row >= 0) return { section, row, place };
    }
    throw new Error(`the section of row ${rowId} was not loaded`);
  }

  /** A character per row: whether the tier prices it. */
  pricedRows(sectionId: Uuid, tierId: Uuid): string {
    const shape = this.#sections.get(sectionId)?.shape;
    return shape?.rows.map((_, row) => (isPriced(shape, row, tierId) ? 'p' : '-')).join('') ?? '';
  }

  /** The rows for the chooser. Rows with other prices keep their place in the order, but have no seats. */
  view(sectionId: Uuid, tierId: Uuid): string[] {
    const section = this.#sections.get(sectionId);
    if (!section) return [];
    let view = section.views.get(tierId);
    if (!view) {
      view = section.states.map((_, row) => viewOf(section, row, tierId));
      section.views.set(tierId, view);
    }
    return view;
  }

  /** Takes the seats of a piece. */
  take(sectionId: Uuid, { row, from, count }: Piece): Place[] {
    const section = this.#sections.get(sectionId);
    assert(section, `section ${sectionId} was not loaded`);
    const places = Array.from({ length: count }, (_, index) => ({ section, row, place: from + index }));
    this.change({ section, row, place: from }, HELD, count);
    return places;
  }

  /** Makes these places free. */
  free(places: Place[]) {
    for (const place of places) this.change(place, FREE);
  }

  /** Writes nothing: `SeatHolds` saves the changed rows. */
  change(at: Place, state: string, count = 1) {
    const { section, row: index, place } = at;
    const { states } = section;
    const row = rowAt(at);
    const before = states[index] ?? '';
    const after = withState(before, place, count, state);
    states[index] = after;
    if (this.#places) moveSeats(this.#places, tierIdsAt(section.shape, index), countTaken(after) - countTaken(before));
    for (const [tierId, view] of section.views) view[index] = viewOf(section, index, tierId);
    this.changed.set(row.id, after);
  }
}
