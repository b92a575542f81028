import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as changes from './change-plan.ts';
import { readCsv, writeCsv } from './csv.ts';
import { change, redo, startHistory, undo } from './history.ts';
import { generateRows, type Hall, isSequential, labelAfter, type Plan, placesOf, type Row, seatsOf } from './plan.ts';
import { csvOf, planFromCsv } from './plan-csv.ts';
import { changesBetween, isSameHall, withBlock } from './save-plan.ts';

const TIERS = [
  { id: 'id-vip', name: 'VIP' },
  { id: 'id-box', name: 'Box, "royal" | left' },
  { id: 'id-side', name: 'Side' },
  { id: 'id-side-2', name: 'Side' },
];
const IDS = TIERS.map(({ id }) => id);

const row = (label: string, ...seats: (number | null)[]): Row => ({
  label,
  places: seats.map((seat) => ({ seat, blocked: false })),
  tierIds: null,
});
const hall = (...rows: Row[]): Plan => [{ label: 'Lower', tierIds: ['id-vip'], rows }];
const numbers = (plan: Plan, at = 0) => plan[0]?.rows[at]?.places.map(({ seat }) => seat);

const label = fc.string({ minLength: 1, maxLength: 8 }).filter((text) => text.trim() === text);
const tierIds = fc.subarray(IDS, { minLength: 1 });
const places = fc
  .uniqueArray(fc.integer({ min: 1, max: 1_000_000 }), { minLength: 1, maxLength: 8 })
  .chain((seats) => fc.tuple(fc.constant(seats), fc.boolean(), fc.array(fc.nat(8), { maxLength: 3 })))
  .map(([seats, isPlain, aisles]) => {
    const list: (number | null)[] = isPlain ? seats.map((_, index) => index + 1) : [...seats];
    for (const at of aisles) list.splice(at, 0, null);
    return list.map((seat) => ({ seat, blocked: false }));
  });
const plans: fc.Arbitrary<Plan> = fc.uniqueArray(
  fc.record({
    label,
    tierIds,
    rows: fc.uniqueArray(fc.record({ label, places, tierIds: fc.constant(null) }), {
      minLength: 1,
      maxLength: 4,
      selector: (item) => item.label,
    }),
  }),
  { minLength: 1, maxLength: 3, selector: (item) => item.label },
);
/** Any change of the editor at any position, also out of range. */
const anyChange = fc
  .tuple(fc.nat(9), fc.nat(3), fc.nat(4), fc.nat(9), fc.constantFrom(...IDS))
  .map(([kind, s, r, p, id]) => {
    const all: ((plan: Plan) => Plan)[] = [
      (plan) => changes.toggleAisle(plan, s, r, p),
      (plan) => changes.toggleBlocked(plan, s, r, p),
      (plan) => changes.paintRow(plan, s, r, id),
      (plan) => changes.moveSection(plan, s, r),
      (plan) => changes.moveRow(plan, s, r, p),
      (plan) => changes.removeRow(plan, s, r),
      (plan) => changes.removeSection(plan, s),
      (plan) => changes.addRows(plan, s, generateRows('A', 2, p + 1)),
      (plan) => changes.editSection(plan, s, { label: `S${p}`, tierIds: [id] }),
      (plan) => changes.editRow(plan, s, r, { label: `R${p}`, seats: p + 1, tierIds: null }),
    ];
    return all[kind] ?? all[0];
  });

describe('rows', () => {
  test('labels continue as in a hall', () => {
    expect(['A', 'Z', 'AZ', 'ZZ', '9', 'Row 9', 'Row Z', 'balkon'].map(labelAfter)).toEqual([
      ...['B', 'AA', 'BA', 'AAA', '10', 'Row 10', 'Row AA', 'balkon 2'],
    ]);
    expect(generateRows('Y', 3, 2).map((made) => made.label)).toEqual(['Y', 'Z', 'AA']);
    expect(generateRows('08', 3, 2).map((made) => made.label)).toEqual(['08', '09', '10']);
  });

  test('seats are added and removed at the right end, aisles stay where they are', () => {
    const resize = (before: Plan, seats: number) =>
      numbers(changes.editRow(before, 0, 0, { label: 'A', seats, tierIds: null }));
    expect(resize(hall(row('A', 1, 2, null, 3)), 5)).toEqual([1, 2, null, 3, 4, 5]);
    expect(resize(hall(row('A', 1, 2, null, 3)), 2)).toEqual([1, 2]);
    expect(resize(hall(row('A', 7, 5)), 3)).toEqual([7, 5, 6]);
  });
});

describe('aisles', () => {
  test('a row numbered from 1 is renumbered; without the aisle it is as before', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 30 }), fc.nat(), (seats, place) => {
        const before = hall({ label: 'A', places: placesOf(seats), tierIds: null });
        const aisle = changes.toggleAisle(before, 0, 0, place % seats);
        expect(isSequential(aisle[0]?.rows[0]?.places ?? [])).toBe(true);
        expect(seatsOf(aisle[0] as Plan[number])).toBe(seats - 1);
        expect(changes.toggleAisle(aisle, 0, 0, place % seats)).toEqual(before);
      }),
    );
  });

  test('other numbers stay on their seats; the last seat of a row stays a seat', () => {
    expect(numbers(changes.toggleAisle(hall(row('A', 12, 10, 8)), 0, 0, 1))).toEqual([12, null, 8]);
    const last = hall(row('A', 1, null));
    expect(changes.toggleAisle(last, 0, 0, 0)).toBe(last);
  });

  test.each([
    ['odd', [1, 3, 5, 7]],
    ['from the right', [4, 3, 2, 1]],
    ['from the middle', [7, 1, 2, 8]],
  ])('further clicks undo the aisles of a row that is numbered %s', (_case, seats) => {
    const toggled = (plan: Plan, ...places: number[]) =>
      places.reduce((before, place) => changes.toggleAisle(before, 0, 0, place), plan);
    for (const at of seats.keys()) expect(numbers(toggled(hall(row('A', ...seats)), at, at))).toEqual(seats);
    const most = toggled(hall(row('A', ...seats)), 0, 3, 2);
    expect(numbers(toggled(most, 3, 0, 2))).toEqual(seats);
    // A new seat gets the number of no seat that was there.
    const longer = changes.editRow(most, 0, 0, { label: 'A', seats: 2, tierIds: null });
    expect(numbers(toggled(longer, 0, 2, 3))?.slice(0, 4)).toEqual(seats);
    expect(new Set(numbers(toggled(longer, 0, 2, 3))).size).toBe(5);
  });
});

describe('tiers', () => {
  test('a tier new to the section changes one row and no other', () => {
    const [section] = changes.paintRow(hall(row('A', 1), row('B', 1)), 0, 1, 'id-box');
    expect(section?.tierIds).toEqual(['id-vip', 'id-box']);
    expect(section?.rows.map((painted) => painted.tierIds)).toEqual([['id-vip'], ['id-box']]);
  });

  test('rows lose the tiers that their section loses', () => {
    const painted = changes.paintRow(hall(row('A', 1), row('B', 1)), 0, 1, 'id-box');
    const [section] = changes.editSection(painted, 0, { label: 'Lower', tierIds: ['id-box'] });
    expect(section?.rows.map((left) => left.tierIds)).toEqual([null, ['id-box']]);
  });
});

test('a change to what is there already is none', () => {
  const plan = changes.paintRow(hall(row('A', 1, null, 2), row('B', 1)), 0, 0, 'id-box');
  const { label: name, tierIds: ids } = plan[0] as Plan[number];
  expect(changes.editSection(plan, 0, { label: name, tierIds: [...ids] })).toBe(plan);
  expect(changes.editRow(plan, 0, 0, { label: 'A', seats: 2, tierIds: ['id-box'] })).toBe(plan);
  expect(changes.paintRow(plan, 0, 0, 'id-box')).toBe(plan);
  expect(changes.addRows(plan, 0, [])).toBe(plan);
});

test('all changes can be undone to the start and redone to the end', () => {
  fc.assert(
    fc.property(plans, fc.array(anyChange, { maxLength: 20 }), (plan, list) => {
      const kept = structuredClone(plan);
      let history = startHistory(plan);
      const seen = [plan];
      for (const act of list) {
        history = change(history, act?.(history.present) ?? history.present);
        if (seen.at(-1) !== history.present) seen.push(history.present);
      }
      const end = history.present;
      for (const state of seen.toReversed()) {
        expect(history.present).toBe(state);
        history = undo(history);
      }
      expect(history.present).toEqual(kept);
      for (let step = 1; step < seen.length; step++) history = redo(history);
      expect(history.present).toBe(end);
      expect(redo(history)).toBe(history);
    }),
  );
});

describe('CSV', () => {
  test('what is written can be read', () => {
    const cells = fc.array(fc.array(fc.string(), { minLength: 1 }), { maxLength: 5 });
    fc.assert(
      fc.property(cells, (lines) => {
        const filled = lines.filter((line) => line.some((text) => text.trim() !== ''));
        expect(readCsv(writeCsv(lines)).records.map((record) => record.cells)).toEqual(filled);
      }),
    );
  });

  test('a plan survives export and import, whatever its labels, numbers and tiers', () => {
    fc.assert(
      fc.property(plans, (plan) => {
        expect(planFromCsv(csvOf(plan, TIERS), TIERS)).toEqual({ plan });
      }),
      { examples: [[hall(row('A', 20))], [hall(row('A', null, 1, null, null, 2, null))]] },
    );
  });

  test('columns in any order; a count, ranges both ways, aisles and tiers', () => {
    const text = '\uFEFFTier,Row,Section,Seats,Aisles\nVIP,A,Lower,3,1\nVIP|id-side,"B ",Lower,1-3 9-8,0 5\n';
    expect(planFromCsv(text, TIERS)).toEqual({
      plan: [
        {
          label: 'Lower',
          tierIds: ['id-vip', 'id-side'],
          rows: [{ ...row('A', 1, null, 2, 3), tierIds: ['id-vip'] }, row('B', null, 1, 2, 3, 9, 8, null)],
        },
      ],
    });
  });

  test.each([
    ['row,seats\nA,3', 1, 'columns', 'section'],
    ['section,row,seats', 1, 'nothing', ''],
    ['section,row,seats,tier\n\nLower,A,3,VIP\nLower,B,3,Gold', 4, 'tier', 'Gold'],
    ['section,row,seats,tier\nLower,A,3,Side', 2, 'tier', 'Side'],
    ['section,row,seats\nLower,A,3', 2, 'noTier', ''],
    ['section,row,seats,tier\nLower,"A\nB",3,VIP\nLower,B,0,VIP', 4, 'seats', '0'],
    ['section,row,seats,tier\nLower,A,1-3 2,VIP', 2, 'seats', '1-3 2'],
    ['section,row,seats,tier\nLower,A,1-1000000,VIP', 2, 'seats', '1-1000000'],
    ['section,row,seats,tier\nLower,A,60000,VIP\nLower,B,60000,VIP', 3, 'many', '100000'],
    ['section,row,seats,aisles,tier\nLower,A,3,4,VIP', 2, 'aisles', '4'],
    ['section,row,seats,tier\nLower,A,3,VIP\nLower,A,3,VIP', 3, 'repeated', 'A'],
    ['section,row,seats,tier\n,A,3,VIP', 2, 'empty', 'section'],
    ['section,row,seats,tier\nLower,"A,3,VIP', 2, 'quote', ''],
  ])('%j is refused with its line', (text, line, what, value) => {
    expect(planFromCsv(text, TIERS)).toEqual({ problems: [{ line, what, value }] });
  });
});

describe('saving', () => {
  test('a plan from its own CSV has no changes, whatever the order of its tiers', () => {
    const [section] = hall({ ...row('A', 1, 2), tierIds: ['id-box'] }, row('B', 1));
    const plan = [{ ...section, tierIds: ['id-vip', 'id-box'] }] as Plan;
    const read = planFromCsv(csvOf(plan, TIERS), TIERS) as { plan: Plan };
    expect(read.plan[0]?.tierIds).toEqual(['id-box', 'id-vip']);
    expect(changesBetween({ mode: 'both', plan }, { mode: 'both', plan: read.plan }).body).toBeNull();
  });

  const seats = hall(row('A', 1, 2, 3), row('B', 2, 1));
  const between = (before: Plan, after: Plan, mode: Hall['mode'] = 'both') =>
    changesBetween({ mode: 'both', plan: before }, { mode, plan: after });

  test('a changed plan is sent whole, with its blocked seats', () => {
    const after = changes.toggleBlocked(changes.toggleAisle(seats, 0, 0, 1), 0, 0, 2);
    expect(between(seats, after)).toEqual({
      body: {
        selection_mode: 'both',
        sections: [
          {
            label: 'Lower',
            tier_ids: ['id-vip'],
            rows: [
              { label: 'A', seats: [1, null, 2], blocked: [2] },
              { label: 'B', seats: [2, 1], blocked: [] },
            ],
          },
        ],
      },
      blocks: [],
    });
    const rows = between([], hall(row('A', 1, 2))).body?.sections[0]?.rows;
    expect(rows).toEqual([{ label: 'A', seats: 2, blocked: [] }]);
  });

  test('when only blocked seats changed, only they are sent', () => {
    const before = changes.toggleBlocked(seats, 0, 0, 0);
    const after = changes.toggleBlocked(changes.toggleBlocked(before, 0, 0, 0), 0, 1, 1);
    expect(between(before, after)).toEqual({
      body: null,
      blocks: [
        { section: 'Lower', row: 'A', seats: [1], blocked: false },
        { section: 'Lower', row: 'B', seats: [1], blocked: true },
      ],
    });
    expect(between(before, seats).blocks).toHaveLength(1);
    expect(between(before, before)).toEqual({ body: null, blocks: [] });
  });

  test('each block leads one step to the plan, which differs until then', () => {
    const after = changes.toggleBlocked(changes.toggleBlocked(seats, 0, 0, 0), 0, 1, 1);
    const [first, second, ...others] = between(seats, after).blocks;
    if (!first || !second) throw new Error('two rows have a blocked seat');
    expect(others).toEqual([]);
    const isSame = (plan: Plan) => isSameHall({ mode: 'both', plan }, { mode: 'both', plan: after });
    expect(isSame(seats)).toBe(false);
    expect(isSame(withBlock(seats, first))).toBe(false);
    const blocked = withBlock(withBlock(seats, first), second);
    expect(isSame(blocked)).toBe(true);
    expect(isSameHall({ mode: 'choose', plan: blocked }, { mode: 'both', plan: after })).toBe(false);
    expect(withBlock(blocked, { ...first, blocked: false })).toEqual(withBlock(seats, second));
  });

  test('another mode is sent with the plan, and what changed of its blocked seats', () => {
    const before = changes.toggleBlocked(changes.toggleBlocked(seats, 0, 0, 0), 0, 1, 1);
    const after = changes.toggleBlocked(before, 0, 1, 1);
    const { body, blocks } = between(before, after, 'choose');
    const rows = [{ blocked: [1] }, { blocked: [] }];
    expect(body).toMatchObject({ selection_mode: 'choose', sections: [{ label: 'Lower', rows }] });
    expect(blocks).toEqual([{ section: 'Lower', row: 'B', seats: [1], blocked: false }]);
  });
});
