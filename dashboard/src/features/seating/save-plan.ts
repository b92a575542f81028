import { isCounted, type Plan, type Row, seatsIn } from './plan.ts';

interface PlanBody {
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

/** What takes the server from one plan to the other. */
export interface PlanChanges {
  /** null: only what is blocked changed, which is possible while seats are sold. */
  body: PlanBody | null;
  blocks: Block[];
}

/** A plan that replaces another one blocks nothing: every blocked seat is said again. */
export function changesBetween(before: Plan, after: Plan): PlanChanges {
  const body = bodyOf(after);
  const replaces = JSON.stringify(body) !== JSON.stringify(bodyOf(before));
  const blocks = after.flatMap((section, s) =>
    section.rows.flatMap((row, r) => {
      const was = new Set(replaces ? [] : blockedIn(before[s]?.rows[r]));
      const is = new Set(blockedIn(row));
      const said = { section: section.label, row: row.label };
      return [
        { ...said, seats: [...is.difference(was)], blocked: true },
        { ...said, seats: [...was.difference(is)], blocked: false },
      ];
    }),
  );
  return { body: replaces ? body : null, blocks: blocks.filter(({ seats }) => seats.length > 0) };
}

const blockedIn = (row: Row | undefined): number[] =>
  row?.places.flatMap(({ seat, blocked }) => (blocked && seat !== null ? seat : [])) ?? [];

const bodyOf = (plan: Plan): PlanBody => ({
  sections: plan.map(({ label, tierIds, rows }) => ({
    label,
    tier_ids: tierIds,
    rows: rows.map((row) => ({
      label: row.label,
      seats: seatsIn(row) === row.places.length && isCounted(row.places) ? row.places.length : numbersOf(row),
      ...(row.tierIds ? { tier_ids: row.tierIds } : {}),
    })),
  })),
});

const numbersOf = ({ places }: Row) => places.map(({ seat }) => seat);

/** The same seats with nothing kept back: what stands after a plan was put in the place of another. */
export const unblocked = (plan: Plan): Plan =>
  plan.map((section) => ({
    ...section,
    rows: section.rows.map((row) => ({ ...row, places: row.places.map(({ seat }) => ({ seat, blocked: false })) })),
  }));
