import { type Hall, isSequential, type Place, type Plan, type Row, seatsIn } from './plan.ts';

interface PlanBody {
  selection_mode: Hall['mode'];
  sections: {
    label: string;
    tier_ids: string[];
    rows: { label: string; seats: number | (number | null)[]; tier_ids?: string[] }[];
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
 * Replacing the plan unblocks all seats, so every blocked seat is sent again. Another mode alone may replace it or not:
 * that depends on what is sold by then.
 */
export function changesBetween(before: Hall, after: Hall): PlanChanges {
  const body = bodyOf(after);
  const rewrites = JSON.stringify(body.sections) !== JSON.stringify(bodyOf(before).sections);
  const replaces = rewrites || before.mode !== after.mode;
  const blocks = after.plan.flatMap((section, s) =>
    section.rows.flatMap((row, r) => {
      const was = new Set(rewrites ? [] : blockedIn(before.plan[s]?.rows[r]));
      const is = new Set(blockedIn(row));
      const place = { section: section.label, row: row.label };
      return [
        { ...place, seats: replaces ? [...is] : [...is.difference(was)], blocked: true },
        { ...place, seats: [...was.difference(is)], blocked: false },
      ];
    }),
  );
  return { body: replaces ? body : null, blocks: blocks.filter(({ seats }) => seats.length > 0) };
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
    })),
  })),
});

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

/** The same seats, none of them blocked: what the server has after a plan was replaced. */
export const unblocked = (plan: Plan): Plan =>
  plan.map((section) => ({
    ...section,
    rows: section.rows.map((row) => ({ ...row, places: row.places.map(({ seat }) => ({ seat, blocked: false })) })),
  }));
