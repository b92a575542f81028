import { type Hall, isSequential, type Place, type Plan, type Row, seatsIn } from './plan.ts';

interface PlanBody {
  selection_mode: Hall['mode'];
  sections: {
    label: string;
    tier_ids: string[];
    rows: { label: string; seats: number | (number | null)[]; tier_ids?: string[]; blocked: number[] }[];
  }[];
}

export interface Block {
  section: string;
  row: string;
  seats: number[];
  blocked: boolean;
}

/** The requests that turn one plan into the other. */
export interface PlanChanges {
  /** null when only blocked seats changed, which is possible after tickets were sold. */
  body: PlanBody | null;
  blocks: Block[];
}

/**
 * Another plan is sent with its blocked seats. Another mode alone may set them or not: that depends on what is sold by
 * then, so they are sent as well.
 */
export function changesBetween(before: Hall, after: Hall): PlanChanges {
  if (JSON.stringify(rowsOf(before)) !== JSON.stringify(rowsOf(after))) return { body: bodyOf(after), blocks: [] };
  const blocks = after.plan.flatMap((section, s) =>
    section.rows.flatMap((row, r) => {
      const was = new Set(blockedIn(before.plan[s]?.rows[r]));
      const is = new Set(blockedIn(row));
      const place = { section: section.label, row: row.label };
      return [
        { ...place, seats: [...is.difference(was)], blocked: true },
        { ...place, seats: [...was.difference(is)], blocked: false },
      ];
    }),
  );
  return {
    body: before.mode === after.mode ? null : bodyOf(after),
    blocks: blocks.filter(({ seats }) => seats.length > 0),
  };
}

export function isSameHall(one: Hall, other: Hall): boolean {
  const { body, blocks } = changesBetween(one, other);
  return body === null && blocks.length === 0;
}

const blockedIn = (row: Row | undefined): number[] =>
  row?.places.flatMap(({ seat, blocked }) => (blocked && seat !== null ? seat : [])) ?? [];

const bodyOf = ({ mode, plan }: Hall): PlanBody => ({
  selection_mode: mode,
  sections: plan.map(({ label, tierIds, rows }) => ({
    label,
    tier_ids: tierIds,
    rows: rows.map((row) => ({
      label: row.label,
      seats: seatsIn(row) === row.places.length && isSequential(row.places) ? row.places.length : numbersOf(row),
      ...(row.tierIds ? { tier_ids: row.tierIds } : {}),
      blocked: blockedIn(row),
    })),
  })),
});

/**
 * What cannot change once tickets are sold. The order of tiers says nothing, nor whether a row has those of its section
 * or names them all: a CSV keeps neither.
 */
const rowsOf = (hall: Hall) =>
  bodyOf(hall).sections.map(({ label, tier_ids: tierIds, rows }) => ({
    label,
    tierIds: tierIds.toSorted(),
    rows: rows.map(({ blocked: _blocked, tier_ids: own = tierIds, ...row }) => ({ ...row, tierIds: own.toSorted() })),
  }));

const numbersOf = ({ places }: Row) => places.map(({ seat }) => seat);

/** The plan after a request that blocks or unblocks seats. */
export const withBlock = (plan: Plan, block: Block): Plan =>
  plan.map((section) => ({
    ...section,
    rows: section.rows.map((row) => {
      if (section.label !== block.section || row.label !== block.row) return row;
      const isNamed = ({ seat }: Place) => seat !== null && block.seats.includes(seat);
      return {
        ...row,
        places: row.places.map((place) => (isNamed(place) ? { ...place, blocked: block.blocked } : place)),
      };
    }),
  }));
