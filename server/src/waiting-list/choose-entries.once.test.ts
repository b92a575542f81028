import { describe, expect, test } from 'vitest';
import { afterPasses, chooseEntries, KEEP_PLACES_MS, MOST_PASSED_OVER, type Waiting } from './choose-entries.ts';

const NOW = new Date('2027-02-01T04:00:00.000Z');
const later = (ms: number) => new Date(NOW.getTime() + ms);

const lineOf = (...quantities: number[]): Waiting[] =>
  quantities.map((quantity, index) => ({
    id: String(index).padStart(4, '0'),
    quantity,
    passedOver: 0,
    keptSince: null,
  }));

const chosen = (line: Waiting[], free: number, now = NOW) => {
  const { turns, first } = chooseEntries(line, [{ sectionId: null, free }], now);
  const passes = turns.filter(({ passesFirst }) => passesFirst).length;
  return { turns: turns.map(({ entry }) => Number(entry.id)), first: first && afterPasses(first, passes, now) };
};

/** Small and seeded, so that a failure repeats. */
function dice(seed: number) {
  let state = seed;
  return (most: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * most);
  };
}

describe('whose turn it is', () => {
  test('is the order of asking while every party fits', () => {
    expect(chosen(lineOf(1, 2, 1), 4)).toEqual({ turns: [0, 1, 2], first: null });
    expect(chosen(lineOf(1, 2, 1), 3)).toMatchObject({ turns: [0, 1], first: { id: '0002', passedOver: 0 } });
  });

  test('passes a party that does not fit, and counts that for the first in line only', () => {
    const { turns, first } = chosen(lineOf(4, 3, 1, 1), 2);
    expect(turns).toEqual([2, 3]);
    expect(first).toMatchObject({ id: '0000', passedOver: 2, keptSince: null });
  });

  test('stops after the first in line was passed as often as it may be, until enough places are free', () => {
    const { turns, first } = chosen(lineOf(9, 1, 1, 1, 1), 5);
    expect(turns).toEqual([1, 2, 3]);
    expect(first).toMatchObject({ passedOver: MOST_PASSED_OVER, keptSince: NOW });
    const kept = [first as Waiting, ...lineOf(9, 1).slice(1)];
    expect(chosen(kept, 5, later(KEEP_PLACES_MS - 1)).turns).toEqual([]);
    expect(chosen(kept, 10, later(KEEP_PLACES_MS - 1)).turns).toEqual([0, 1]);
  });

  test('begins anew when places were kept long enough', () => {
    const [big, ...others] = lineOf(9, 1, 1, 1, 1);
    const kept = { ...(big as Waiting), passedOver: MOST_PASSED_OVER, keptSince: NOW };
    const { turns, first } = chosen([kept, ...others], 5, later(KEEP_PLACES_MS));
    expect(turns).toEqual([1, 2, 3]);
    expect(first).toMatchObject({ passedOver: MOST_PASSED_OVER, keptSince: later(KEEP_PLACES_MS) });
  });

  test('seats a party in the smallest section that has enough, so that a larger one behind it finds its seats', () => {
    const rooms = [
      { sectionId: 'lower', free: 2 },
      { sectionId: 'upper', free: 1 },
    ];
    const { turns } = chooseEntries(lineOf(1, 2), rooms, NOW);
    expect(turns.map(({ sectionId }) => sectionId)).toEqual(['upper', 'lower']);
  });

  test('seats a party in one section, where it fits', () => {
    const rooms = [
      { sectionId: 'lower', free: 2 },
      { sectionId: 'upper', free: 3 },
    ];
    const { turns } = chooseEntries(lineOf(3, 2, 1), rooms, NOW);
    expect(turns.map(({ sectionId }) => sectionId)).toEqual(['upper', 'lower']);
  });

  test('never passes anyone of the same size or smaller, and never gives more than is free', () => {
    for (let seed = 1; seed <= 500; seed++) {
      const roll = dice(seed);
      const line = lineOf(...Array.from({ length: 1 + roll(12) }, () => 1 + roll(5)));
      const free = roll(16);
      const { turns } = chosen(line, free);
      const took = turns.map((index) => line[index]?.quantity ?? 0);
      expect(took.reduce((sum, quantity) => sum + quantity, 0)).toBeLessThanOrEqual(free);
      expect(turns).toEqual(turns.toSorted((a, b) => a - b));
      for (const [index, { quantity }] of line.entries()) {
        const passers = turns.filter((turn) => turn > index);
        if (turns.includes(index)) continue;
        for (const passer of passers)
          expect(line[passer]?.quantity, `seed ${seed}: ${passer} passed ${index}`).toBeLessThan(quantity);
      }
    }
  });

  test('comes to every party in the end, when single places come back one after the other', () => {
    for (let seed = 1; seed <= 100; seed++) {
      const roll = dice(seed);
      let line = lineOf(...Array.from({ length: 3 + roll(6) }, () => 1 + roll(6)));
      const first = line[0]?.id;
      let passers = 0;
      for (let free = 0, round = 0; line.length > 0; round++) {
        expect(round, `seed ${seed}: a party starves`).toBeLessThan(200);
        free += 1;
        const { turns, first: next } = chooseEntries(line, [{ sectionId: null, free }], NOW);
        const passes = turns.filter(({ passesFirst }) => passesFirst).length;
        const taken = new Set(turns.map(({ entry }) => entry.id));
        if (line.some(({ id }) => id === first) && !taken.has(first ?? '')) passers += taken.size;
        free -= turns.reduce((sum, { entry }) => sum + entry.quantity, 0);
        line = line
          .map((entry) => (entry === next ? afterPasses(next, passes, NOW) : entry))
          .filter(({ id }) => !taken.has(id));
      }
      expect(passers, `seed ${seed}`).toBeLessThanOrEqual(MOST_PASSED_OVER);
    }
  });
});
